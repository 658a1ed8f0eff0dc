"""Mail out and mail in.

Out: `outbox` leases rows, `outbound` finds their words, `letters` makes messages of them.
In: `inbound` commits a mail before anything looks at it, then asks in turn `automatic` (must it
stay unanswered?), `reading` (its text), `cutting` (what the person wrote), `commands` (what that
means), and lets `answers` write the receipt or the refusal. `smtp`, `receivers` and the commands
`receivemail` and `readmail` are the doors through which raw mail comes.
"""
