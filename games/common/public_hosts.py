"""The guard of requests to addresses that members give: only to the public internet.

A name is resolved once, each of its addresses is looked at, and the connection goes to an address
that was looked at, so that a name cannot mean something else a moment later. No redirect is
followed. `OUTGOING_HOSTS` names hosts and networks that are allowed all the same.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

USUAL_PORTS = frozenset((443, 8443))
FIRST_FREE_PORT = 1024
"""Below it lie mail, names and the like, which take a request's lines for their own."""

_NOT_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        "168.63.129.16/32",  # what a machine of Azure is told of itself
        "192.0.0.0/24",  # kept for protocols; a cloud answers its machines there
        "192.88.99.0/24",  # 6to4 relays
        "64:ff9b::/96",  # IPv4 in IPv6, by a gateway that reaches what this machine does
        "64:ff9b:1::/48",
        "2001::/32",  # Teredo
        "2002::/16",  # 6to4
    )
)


class ForbiddenHostError(Exception):
    """The address leads to where no member may send this service."""


class Endpoint(NamedTuple):
    """Where to connect: the name for TLS and the Host header, and an address that was looked at."""

    host: str
    port: int
    address: str
    is_tls: bool


def check_address(url: str) -> None:
    """Refuse what is plainly not allowed, without asking the names' servers: for a form's answer.

    Raises ForbiddenHostError.
    """
    host, port, is_tls = _parts(url)
    literal = _literal(host)
    if _is_allowed_name(host) or (literal is not None and _is_allowed(literal)):
        return
    if literal is not None or not is_tls or not _is_usual(port) or _is_inner_name(host):
        raise ForbiddenHostError(host)


def endpoints(url: str) -> list[Endpoint]:
    """The addresses of this host, every one of which may be connected to.

    Raises ForbiddenHostError if one of them may not, OSError if the name has none.
    """
    check_address(url)
    host, port, is_tls = _parts(url)
    found = list(dict.fromkeys(_resolved(host, port)))
    if not found:
        raise OSError(f"{host} has no address")
    is_named = _is_allowed_name(host)
    for address in found:
        if not is_named and not (_is_allowed(address) or _is_public(address)):
            raise ForbiddenHostError(host)
        # Without TLS whoever stands between reads it all: only within an own network.
        if not is_tls and not is_named and not _is_allowed(address):
            raise ForbiddenHostError(host)
    return [Endpoint(host, port, str(address), is_tls) for address in found]


def _resolved(host: str, port: int) -> Iterator[Address]:
    for *_kind, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        yield ipaddress.ip_address(str(address[0]).partition("%")[0])


def _is_public(address: Address) -> bool:
    """Whether the address is one of the public internet's, and no other way of writing another."""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address in network for network in _NOT_PUBLIC)


def _is_allowed(address: Address) -> bool:
    return any(address in network for network in _allowed_networks())


def _allowed_networks() -> Iterator[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    for text in settings.OUTGOING_HOSTS:
        try:
            yield ipaddress.ip_network(text, strict=False)
        except ValueError:
            continue


def _is_allowed_name(host: str) -> bool:
    return host in {text.strip().lower() for text in settings.OUTGOING_HOSTS}


def _is_inner_name(host: str) -> bool:
    """A name without a dot, or of a zone that is nobody's: it can only mean something near."""
    inner = ("localhost", "local", "internal", "lan", "home", "intranet", "arpa", "invalid")
    last = host.rstrip(".").rpartition(".")
    return not last[1] or last[2] in inner


def _is_usual(port: int) -> bool:
    return port in USUAL_PORTS or port >= FIRST_FREE_PORT


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _parts(url: str) -> tuple[str, int, bool]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ForbiddenHostError(url[:100]) from error
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ForbiddenHostError(url[:100])
    is_tls = parts.scheme == "https"
    return parts.hostname.lower(), port or (443 if is_tls else 80), is_tls
