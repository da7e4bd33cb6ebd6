// GET /messages with every kind of narrow, alone and in pairs, with and without matches, on both engines; the slowest
// narrow counts. Meanwhile another account sends small requests, which must not be delayed.

import { setTimeout } from 'node:timers/promises';
import { authorizationOf, type BenchPerson } from '../fill/dataset.ts';
import type { WireRequest } from '../load/jobs.ts';
import { processesWith, processorMilliseconds } from '../measure/process-facts.ts';
import type { Figures, RowResult } from '../measure/result.ts';
import { median, percentile } from '../measure/statistics.ts';
import { get, inTurn } from '../requests.ts';
import type { Engine, Row, Stage } from '../stage.ts';
import { nameOf, narrowsFor, type Term } from './narrow-kinds.ts';

const PAGE = 100;
/** With fewer messages, each narrow is measured alone and not in pairs. */
const PAIRS_FROM = 100_000;
const MAX_MILLISECONDS = { narrow: 300, block: 50 };
/** Slower requests are repeated, and the cheapest answer counts. */
const REPEAT_FROM_MILLISECONDS = 60;
const REPEATS = 2;
const BYSTANDER_PAUSE_MILLISECONDS = 20;
const SLOWEST_SHOWN = 10;
const DAY_SECONDS = 24 * 60 * 60;

/** The ranges of the pages: every narrow is measured at the newest message, and those with one term also elsewhere. */
const newestPage = { anchor: 'newest', num_before: PAGE, num_after: 0 };
const otherPages = [
  { anchor: 'oldest', num_before: 0, num_after: PAGE },
  { anchor: 'first_unread', num_before: PAGE / 2, num_after: PAGE / 2 },
  {
    anchor: 'date',
    anchor_date: new Date(Date.now() - DAY_SECONDS * 1000).toISOString(),
    num_before: PAGE / 2,
    num_after: PAGE / 2,
  },
];

interface NarrowRequest {
  readonly name: string;
  readonly request: WireRequest;
}

function narrowRequests({ data }: Stage, person: BenchPerson): NarrowRequest[] {
  const narrows = narrowsFor(data, person, data.messages >= PAIRS_FROM);
  const requestFor = (narrow: readonly Term[], range: Readonly<Record<string, unknown>>): NarrowRequest => ({
    name: `${nameOf(narrow)}${range === newestPage ? '' : ` (${range.anchor})`}`,
    request: get(person, '/messages', { ...range, narrow }),
  });
  const singleNarrows = narrows.filter(({ length }) => length === 1);
  return [
    ...narrows.map((narrow) => requestFor(narrow, newestPage)),
    ...otherPages.flatMap((range) => singleNarrows.map((narrow) => requestFor(narrow, range))),
  ];
}

/** Sends a small request at intervals and measures how long the answers take. */
class Bystander {
  readonly #latencies: number[] = [];
  readonly #running: Promise<void>;
  #isOver = false;

  constructor(port: number, person: BenchPerson) {
    this.#running = this.#run(`http://127.0.0.1:${port}/api/v1/users/me`, authorizationOf(person));
  }

  async #run(url: string, authorization: string): Promise<void> {
    while (!this.#isOver) {
      const sentAt = performance.now();
      const answer = await fetch(url, { headers: { authorization } });
      await answer.arrayBuffer();
      this.#latencies.push(performance.now() - sentAt);
      await setTimeout(BYSTANDER_PAUSE_MILLISECONDS);
    }
  }

  async end(): Promise<{ readonly p50: number; readonly longest: number }> {
    this.#isOver = true;
    await this.#running;
    return { p50: median(this.#latencies), longest: Math.max(...this.#latencies) };
  }
}

/**
 * Milliseconds until the answer; undefined if the server refuses a contradictory narrow, such as direct messages in a
 * channel.
 */
async function timeOf({ generator, server }: Stage, request: WireRequest): Promise<number | undefined> {
  const { failures, longest, firstFailure } = await generator.do<'requests'>({
    kind: 'requests',
    port: server.port,
    requests: [request],
    connections: 1,
    count: 1,
  });
  if (failures === 0) return longest;
  if (firstFailure?.includes('BAD_NARROW')) return undefined;
  throw new Error(`request failed: ${firstFailure}`);
}

/** Milliseconds of wall clock time and of processor time. */
interface Cost {
  readonly time: number;
  readonly processor: number;
}

interface Walk {
  /** The cost of each narrow, by its name. */
  readonly costs: ReadonlyMap<string, Cost>;
  /** The narrow that blocked the event loop for the longest time. */
  readonly longestBlock: { readonly name: string; readonly milliseconds: number };
}

/** The ids of the server's process and, if it is on this machine, those of its database. */
function processesOf({ server }: Stage): number[] {
  const own = server.pid === undefined ? [] : [server.pid];
  if (server.databaseUrl === undefined) return own;
  return [...new Set([...own, ...processesWith(new URL(server.databaseUrl).pathname.slice(1))])];
}

async function costOf(
  stage: Stage,
  pids: readonly number[],
  request: WireRequest,
): Promise<Cost | undefined> {
  const used = () => pids.reduce((sum, pid) => sum + processorMilliseconds(pid), 0);
  const before = used();
  const time = await timeOf(stage, request);
  return time === undefined ? undefined : { time, processor: used() - before };
}

function cheaper(one: Cost, other: Cost | undefined): Cost {
  return other && other.processor < one.processor ? other : one;
}

/** How long each narrow takes, and which one blocks the event loop for the longest time. */
async function walk(stage: Stage, requests: readonly NarrowRequest[]): Promise<Walk> {
  const costs = new Map<string, Cost>();
  const pids = processesOf(stage);
  let longestBlock = { name: '', milliseconds: 0 };
  await stage.server.longestBlock?.();
  for (const { name, request } of requests) {
    let cost = await costOf(stage, pids, request);
    for (let repeat = 0; repeat < REPEATS && cost && cost.time > REPEAT_FROM_MILLISECONDS; repeat++) {
      cost = cheaper(cost, await costOf(stage, pids, request));
    }
    const milliseconds = (await stage.server.longestBlock?.()) ?? Number.NaN;
    if (milliseconds > longestBlock.milliseconds) longestBlock = { name, milliseconds };
    if (cost) costs.set(name, cost);
  }
  return { costs, longestBlock };
}

const engineNames = { embedded: '', postgres: ', PostgreSQL' } as const;

/** Results: all narrows, the slowest of them, and the small requests of another account meanwhile. */
export function narrowsRow(messages: number, engine: Engine): Row {
  const name = `GET /messages, all kinds of narrows, ${messages.toLocaleString('en')} messages${engineNames[engine]}`;
  const result = (name: string, most: number | undefined, server: Figures): RowResult => ({
    name,
    budget: most === undefined ? {} : { p50: most },
    floorName: '',
    server,
    floor: undefined,
  });
  return {
    name,
    budget: {},
    floorName: '',
    server: { engine, isWatched: true },
    async run(stage) {
      const [person, other] = [inTurn(stage.data.people, 1), inTurn(stage.data.people, 2)];
      const requests = narrowRequests(stage, person);
      // The first pass warms up the code and the database pages.
      await walk(
        stage,
        requests.filter((_, at) => at % 10 === 0),
      );
      const bystander = new Bystander(stage.server.port, other);
      const { costs, longestBlock } = await walk(stage, requests);
      const waited = await bystander.end();
      const all = [...costs.values()];
      const times = all.map(({ time }) => time).sort((one, other) => one - other);
      const slowest = [...costs].sort(([, one], [, other]) => other.processor - one.processor);
      return [
        result(`${name} (${all.length})`, undefined, {
          p50: median(times),
          p99: percentile(times, 0.99),
          processor: median(all.map(({ processor }) => processor)),
        }),
        ...slowest
          .slice(0, SLOWEST_SHOWN)
          .map(([narrow, { time, processor }]) =>
            result(`  slow: ${narrow}`, MAX_MILLISECONDS.narrow, { p50: time, processor }),
          ),
        result(`  longest block of the event loop: ${longestBlock.name}`, MAX_MILLISECONDS.block, {
          p50: longestBlock.milliseconds,
          processor: longestBlock.milliseconds,
        }),
        result('  another request meanwhile', undefined, { p50: waited.p50, p99: waited.longest }),
      ];
    },
  };
}
