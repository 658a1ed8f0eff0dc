"""Mail out and mail in.

Out: `outbox` leases rows, has `games.composing` make messages of them, and sends them.
In: `inbound` commits a mail before anything looks at it; `inbound_queue` has `games.replies` read
what it says, `reply_handling` finds out whose it is, `seat_replies` and `commands` do what it asks
for, and `answers` writes the receipt or the refusal. `smtp_server`, `webhooks` and the commands
`receivemail` and `readmail` are the doors through which raw mail comes.
"""
