"""The clock that wakes the lanes up."""

from celery.beat import ScheduleEntry, Scheduler
from kombu import Producer

from games.common.task_queue import tasks_waiting

MOST_TICKS_WAITING = 20


class LaneScheduler(Scheduler):
    """Keeps its times in memory, and stops feeding a lane that takes nothing out.

    The default scheduler keeps its times in a file, which another build of Python cannot read and
    which a killed process leaves damaged.
    """

    def apply_async(
        self,
        entry: ScheduleEntry,
        producer: Producer | None = None,
        advance: bool = True,
        **options: object,
    ) -> object:
        """Send the entry's task, unless so many wait there that one more would wake nobody."""
        producer = producer or self.producer
        if tasks_waiting(str(entry.task), producer) < MOST_TICKS_WAITING:
            return super().apply_async(entry, producer=producer, advance=advance, **options)
        if advance:
            self.reserve(entry)
        return None
