"""The host's event loop, with runs that end on it: scored on its thread by the processor, beside it in the exporter."""

from __future__ import annotations

import asyncio
from time import perf_counter, thread_time

import pytest
from inputs import CASES
from spans import Application, Nowhere
from telling import Find, Hold

from otel_grounding import GroundingSpanExporter, GroundingSpanProcessor

RUNS = 100
STRETCH = 10.0
"""Budget: milliseconds that the loop's thread may be at work in one piece."""
BEAT = 0.001
_, CASE = next(each for each in CASES.items() if each[0].startswith("b"))

APPLICATIONS = {
    "without us": lambda: Application(),
    "scored by the processor": lambda: Application(GroundingSpanProcessor()),
    "scored in the exporter": lambda: Application(exporter=GroundingSpanExporter(Nowhere())),
}


class Loop:
    """What its thread did, in seconds: the longest piece of CPU time, all of it, and how late it woke at worst."""

    def __init__(self) -> None:
        self.longest = self.total = self.late = 0.0

    async def beat(self) -> None:
        while True:
            due = perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self.late = max(self.late, perf_counter() - due)

    async def run(self, application: Application) -> None:
        """An agent's run which hands the loop back after each of its spans."""
        start = thread_time()
        span, context = application.begin("Which orders are overdue?")
        for number, result in enumerate(CASE.sources):
            application.tool(context, f"call_{number}", result)
            start = await self._hand_back(start)
        application.finish(span, CASE.answer)
        await self._hand_back(start)

    async def _hand_back(self, start: float) -> float:
        took = thread_time() - start
        self.longest, self.total = max(self.longest, took), self.total + took
        await asyncio.sleep(0)
        return thread_time()


async def _all_at_once(application: Application) -> Loop:
    loop = Loop()
    beating = asyncio.create_task(loop.beat())
    await asyncio.gather(*(loop.run(application) for _ in range(RUNS)))
    await asyncio.to_thread(application.provider.force_flush)  # the loop lives on while the rest is exported
    beating.cancel()
    return loop


@pytest.mark.parametrize("way", APPLICATIONS)
def bench_hundred_runs_of_input_b_at_once(way: str, find: Find, hold: Hold) -> None:
    def longest() -> float:
        application = APPLICATIONS[way]()
        loop = asyncio.run(_all_at_once(application))
        application.close()
        find("spans' work on its thread", f"{loop.total * 1e3:.0f} ms; it woke {loop.late * 1e3:.0f} ms late at worst")
        return loop.longest * 1e3

    if way == "scored by the processor":
        find("the longest piece", f"{longest():.1f} ms")
    else:
        hold("the longest piece", longest, STRETCH, "ms")
