"""Programs that call the interface with a member's key."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from tests import cast


class Program:
    """A caller with this member's key; without one for an empty name."""

    def __init__(self, name: str) -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {cast.key(name)}"} if name else {}

    def get(self, path: str, status: int = 200) -> Any:
        response = self.client.get(f"/api/{path}", headers=self.headers)
        assert response.status_code == status, response.content
        return response.json()

    def delete(self, path: str, status: int = 200) -> Any:
        response = self.client.delete(f"/api/{path}", headers=self.headers)
        assert response.status_code == status, response.content
        return response.json()

    def put(self, path: str, body: object, status: int = 200) -> Any:
        response = self.client.put(
            f"/api/{path}", json.dumps(body), "application/json", headers=self.headers
        )
        assert response.status_code == status, response.content
        return response.json()

    def post(self, path: str, body: object, status: int = 200) -> Any:
        response = self.client.post(
            f"/api/{path}", json.dumps(body), "application/json", headers=self.headers
        )
        assert response.status_code == status, response.content
        return response.json()
