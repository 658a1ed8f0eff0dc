"""What `manage.py bench` measures: each figure beside a floor that is taken in the same run.

Absolute figures say as much about the machine as about the service, so every one is compared with
something plain that does the least which could be called the same work: a small reference engine,
the bare transaction, Django's own mail, a small template with the same rows. Both are done by
turns. Processor time is what is compared, the database's included where it can be read: it stays
true while a machine is busy with else.
"""
