// Measures server and floor in alternating turns (A B A B…), so that other load on the machine affects both. Each turn first
// uses a single connection, for latency, then many at once, for throughput.

import type { RequestOutcome, WireRequest } from '../load/jobs.ts';
import type { Stage } from '../stage.ts';
import { processorSeconds, residentMegabytes } from './process-facts.ts';
import { type Figures, MissingOperationError } from './result.ts';
import { median } from './statistics.ts';
import type { Subject } from './subject.ts';

export interface Comparison {
  readonly server: Figures;
  readonly floor: Figures;
}

/** Requests to repeat in turn. */
export interface Compared {
  readonly requests: readonly WireRequest[];
  /** The requests for the floor, by the average size of the server's responses. */
  readonly floor: (bytes: number) => readonly WireRequest[];
  /** Throws if a response body is not the expected one. */
  readonly check?: (body: string) => void;
  readonly connections?: number;
}

/** Runs requests; throws if any failed. */
async function run(
  stage: Stage,
  subject: Subject,
  requests: readonly WireRequest[],
  connections: number,
  seconds: number,
): Promise<RequestOutcome> {
  const outcome = await stage.generator.do<'requests'>({
    kind: 'requests',
    port: subject.port,
    requests,
    connections,
    seconds,
  });
  if (outcome.failures > 0) throw failureOf(outcome);
  return outcome;
}

function failureOf({ firstFailure = '' }: RequestOutcome): Error {
  if (/^40[45] /.test(firstFailure)) return new MissingOperationError('the operation does not exist');
  return new Error(`request failed: ${firstFailure}`);
}

interface Turn {
  readonly alone: RequestOutcome;
  readonly loaded: RequestOutcome;
  /** Processor milliseconds per response under load. */
  readonly processor: number | undefined;
  /** The same with one client at a time. */
  readonly processorAlone: number | undefined;
}

async function turn(
  stage: Stage,
  subject: Subject,
  requests: readonly WireRequest[],
  connections: number,
): Promise<Turn> {
  const { seconds } = stage.options;
  const withOneClient = await measured(() => run(stage, subject, requests, 1, seconds), subject);
  const underLoad = await measured(() => run(stage, subject, requests, connections, seconds), subject);
  return {
    alone: withOneClient.outcome,
    loaded: underLoad.outcome,
    processor: underLoad.processor,
    processorAlone: withOneClient.processor,
  };
}

/** Runs requests, and measures the processor milliseconds that the subject used per response. */
async function measured(
  work: () => Promise<RequestOutcome>,
  { pid }: Subject,
): Promise<{ readonly outcome: RequestOutcome; readonly processor: number | undefined }> {
  const before = processorSeconds(pid);
  const outcome = await work();
  const after = processorSeconds(pid);
  const isKnown = before !== undefined && after !== undefined;
  return {
    outcome,
    processor: isKnown ? ((after - before) * 1000) / Math.max(1, outcome.answers) : undefined,
  };
}

/** Measures one kind of request against its floor. */
export async function compare(stage: Stage, compared: Compared): Promise<Comparison> {
  const { server, floor, options } = stage;
  const connections = compared.connections ?? options.connections;
  const [first] = (await run(stage, server, compared.requests, 1, 0.001)).bodies;
  if (first === undefined) throw new Error('no response');
  compared.check?.(first);
  const warm = await run(stage, server, compared.requests, connections, options.seconds);
  const floorRequests = compared.floor(warm.bytes);
  await run(stage, floor, floorRequests, connections, options.seconds);
  const serverTurns: Turn[] = [];
  const floorTurns: Turn[] = [];
  for (let round = 0; round < options.rounds; round++) {
    serverTurns.push(await turn(stage, server, compared.requests, connections));
    floorTurns.push(await turn(stage, floor, floorRequests, connections));
  }
  return { server: figures(serverTurns, server), floor: figures(floorTurns, floor) };
}

function figures(turns: readonly Turn[], subject: Subject): Figures {
  const over = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const medianOf = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 ? median(known) : undefined;
  };
  return {
    p50: over(({ alone }) => alone.p50),
    p99: over(({ alone }) => alone.p99),
    rate: over(({ loaded }) => loaded.answers / loaded.seconds),
    loadedP50: over(({ loaded }) => loaded.p50),
    loadedP99: over(({ loaded }) => loaded.p99),
    processor: medianOf(turns.map(({ processor }) => processor)),
    processorAlone: medianOf(turns.map(({ processorAlone }) => processorAlone)),
    memory: residentMegabytes(subject.pid),
    bytes: over(({ loaded }) => loaded.bytes),
  };
}

/** Measures the latency of requests that can only be sent once, on a single connection. */
export async function once(
  stage: Stage,
  subject: Subject,
  requests: readonly WireRequest[],
): Promise<RequestOutcome> {
  const outcome = await stage.generator.do<'requests'>({
    kind: 'requests',
    port: subject.port,
    requests,
    connections: 1,
    count: requests.length,
    keepBodies: true,
  });
  if (outcome.failures > 0) throw failureOf(outcome);
  return outcome;
}
