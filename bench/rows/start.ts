// Measures how long a start takes, in an empty directory and again through `npm start`, and the memory of an idle
// server.

import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../measure/process-facts.ts';
import type { RowResult } from '../measure/result.ts';
import { median } from '../measure/statistics.ts';
import { type Subject, startFloor, startServer, startServerThroughNpm } from '../measure/subject.ts';
import type { BenchOptions } from '../options.ts';
import { removeDirectory, temporaryDirectory } from '../processes.ts';

/** How long a new process may still be busy. */
const SETTLE_MILLISECONDS = 3000;

async function startedIn(starting: Promise<Subject>): Promise<number> {
  const subject = await starting;
  await subject.stop();
  return subject.startedIn;
}

/** Measures the starts of separate servers; needs no stage. */
export async function measureStarts(options: BenchOptions): Promise<RowResult[]> {
  const empty: number[] = [];
  const repeatedSeconds: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const directory = await temporaryDirectory();
    empty.push(await startedIn(startServer(directory, options)));
    repeatedSeconds.push(await startedIn(startServerThroughNpm(directory)));
    bare.push(await startedIn(startFloor(0, 1)));
    removeDirectory(directory);
  }
  const times = (values: readonly number[]) => ({ p50: median(values), p99: Math.max(...values) });
  return [
    {
      name: 'start, empty to serving',
      budget: { p50: 2000 },
      floorName: 'start',
      server: times(empty),
      floor: times(bare),
    },
    {
      name: 'start again, npm start',
      budget: { p50: 2000 },
      floorName: 'start',
      server: times(repeatedSeconds),
      floor: times(bare),
    },
  ];
}

/** Measures the memory of a fresh demo organization's server. */
export async function measureIdle(options: BenchOptions): Promise<RowResult[]> {
  const server = await startServer(await temporaryDirectory(), options);
  const floor = await startFloor(0, 1);
  await sleep(SETTLE_MILLISECONDS);
  const result: RowResult = {
    name: 'idle memory',
    budget: { memory: 120 },
    floorName: 'start',
    server: { memory: residentMegabytes(server.pid) },
    floor: { memory: residentMegabytes(floor.pid) },
  };
  await Promise.all([server.stop(), floor.stop()]);
  return [result];
}
