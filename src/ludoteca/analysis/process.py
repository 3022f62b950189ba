"""Processes that think or compile for us: begun and ended so that nothing of them is left."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from contextlib import suppress
from typing import Any


async def begun(*command: str, **how: Any) -> Process:
    """A process that has begun; who is cancelled meanwhile has it ended.

    asyncio itself must not be cancelled within its start: it would wait for pipes that are never connected
    (CPython 119710).
    """
    starting = asyncio.create_task(asyncio.create_subprocess_exec(*command, **how))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await killed(await starting)
        raise


async def killed(process: Process) -> None:
    """End a process at once, and wait until it has."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
