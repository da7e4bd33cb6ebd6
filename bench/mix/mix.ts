// `npm run bench -- mix`: how many requests a second a server sustains when clients work, and what it needs for them. The
// rate rises until one kind of request is slow; then a part of that rate goes on for minutes.

import type { Dataset } from '../fill/dataset.ts';
import { fill } from '../fill/fill.ts';
import { copyToPostgres } from '../fill/postgres-copy.ts';
import { LoadGenerator } from '../load/generator.ts';
import type { MixedKind, MixOutcome, WireRequest } from '../load/jobs.ts';
import { processorSeconds, residentMegabytes } from '../measure/process-facts.ts';
import { type Subject, startFloor, startServer } from '../measure/subject.ts';
import type { BenchOptions } from '../options.ts';
import { removeDirectory } from '../processes.ts';
import { get, inTurn, post } from '../requests.ts';
import { floorTraffic, trafficOf } from './traffic.ts';

const FIRST_RATE = 100;
const GROWTH = 1.3;
/** A rate is sustained while 99 of 100 requests of each kind are answered within this time. */
const SLOW_MILLISECONDS = 100;
/** The part of the sustained rate at which memory is observed. */
const HELD_SHARE = 0.7;
const REGISTER_AT_ONCE = 16;

/** The figures at one rate. */
export interface MixStep {
  readonly rate: number;
  readonly outcome: MixOutcome;
  /** Of all requests and polls that were answered. */
  readonly processorMilliseconds: number | undefined;
  readonly memory: number | undefined;
}

/** The figures of a server, or of the floor. */
export interface MixResult {
  readonly name: string;
  readonly steps: readonly MixStep[];
  /** The highest rate that was sustained; 0 if none was. */
  readonly sustained: number;
  /** Each minute at a part of that rate; empty for the floor. */
  readonly held: readonly MixStep[];
}

function isSlow({ kinds, late, failures }: MixOutcome): boolean {
  return late > 0 || failures > 0 || kinds.some(({ p99 = 0 }) => p99 > SLOW_MILLISECONDS);
}

async function step(
  generator: LoadGenerator,
  { pid }: Subject,
  rate: number,
  seconds: number,
): Promise<MixStep> {
  const before = processorSeconds(pid);
  const outcome = await generator.do<'mix'>({ kind: 'mix', rate, seconds });
  const after = processorSeconds(pid);
  if (outcome.firstFailure !== undefined) throw new Error(outcome.firstFailure);
  const answers = outcome.kinds.reduce((sum, kind) => sum + kind.answers, 0);
  const isKnown = before !== undefined && after !== undefined;
  return {
    rate,
    outcome,
    processorMilliseconds: isKnown ? ((after - before) * 1000) / Math.max(1, answers) : undefined,
    memory: residentMegabytes(pid),
  };
}

/** Raises the rate until a kind of request is slow. */
async function rise(generator: LoadGenerator, subject: Subject, seconds: number): Promise<MixStep[]> {
  // Warms up.
  await step(generator, subject, FIRST_RATE, seconds);
  const steps: MixStep[] = [];
  for (let rate = FIRST_RATE; ; rate *= GROWTH) {
    const next = await step(generator, subject, Math.round(rate), seconds);
    steps.push(next);
    if (isSlow(next.outcome)) return steps;
  }
}

/** Registers one queue for each client, with all events; returns their polls. */
async function clients(
  generator: LoadGenerator,
  { port }: Subject,
  data: Dataset,
  count: number,
): Promise<WireRequest[]> {
  const people = Array.from({ length: count }, (_, at) => inTurn(data.people, at));
  const { bodies, firstFailure } = await generator.do<'requests'>({
    kind: 'requests',
    port,
    requests: people.map((person) => post(person, '/register', { fetch_event_types: [] })),
    connections: REGISTER_AT_ONCE,
    count,
    keepBodies: true,
  });
  if (firstFailure !== undefined) throw new Error(firstFailure);
  return bodies.map((body, at) => {
    const { queue_id, last_event_id } = JSON.parse(body) as { queue_id: string; last_event_id: number };
    return get(inTurn(people, at), '/events', { queue_id, last_event_id });
  });
}

async function measure(
  name: string,
  subject: Subject,
  kinds: readonly MixedKind[],
  options: BenchOptions,
  minutes: number,
  pollsOf: (generator: LoadGenerator) => Promise<WireRequest[]>,
): Promise<MixResult> {
  const generator = LoadGenerator.start();
  try {
    const polls = await pollsOf(generator);
    await generator.do<'prepareMix'>({
      kind: 'prepareMix',
      port: subject.port,
      kinds,
      polls,
      connections: options.connections,
    });
    const steps = await rise(generator, subject, options.seconds);
    const sustained = steps.findLast(({ outcome }) => !isSlow(outcome))?.rate ?? 0;
    const held: MixStep[] = [];
    for (let minute = 0; minute < minutes && sustained > 0; minute++)
      held.push(await step(generator, subject, Math.round(sustained * HELD_SHARE), 60));
    return { name, steps, sustained, held };
  } finally {
    await generator.stop();
  }
}

/** Measures a server and the floor, one after the other. */
async function runMix(options: BenchOptions, log: (line: string) => void): Promise<MixResult[]> {
  const data = await fill({ people: options.people, messages: options.messages, unread: 0, fresh: 0 });
  log(`filled ${data.messages} messages, ${data.people.length} people`);
  const kinds = trafficOf(data);
  const results: MixResult[] = [];
  try {
    const { databaseUrl } = options;
    for (const engine of databaseUrl === undefined ? ['SQLite'] : ['SQLite', 'PostgreSQL']) {
      const url = engine === 'SQLite' ? undefined : await copyToPostgres(data.directory, options);
      const server = await startServer(data.directory, { ...options, databaseUrl: url, isWatched: false });
      log(`Parley on ${engine}, ${options.waiting} clients`);
      const pollsOf = (generator: LoadGenerator) => clients(generator, server, data, options.waiting);
      results.push(await measure(`Parley on ${engine}`, server, kinds, options, options.minutes, pollsOf));
      await server.stop();
    }
    const floor = await startFloor(data.messages, Math.max(1, data.conversations.length));
    log('the floor');
    results.push(await measure('the floor', floor, floorTraffic(kinds, data), options, 0, async () => []));
    await floor.stop();
  } finally {
    removeDirectory(data.directory);
  }
  return results;
}

/** Measures, and prints the results. */
export async function printMix(options: BenchOptions, log: (line: string) => void): Promise<void> {
  const { mixReport } = await import('./report.ts');
  process.stdout.write(`${mixReport(await runMix(options, log))}\n`);
}
