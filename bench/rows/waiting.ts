// GET /events with very many waiting polls in one process: the memory that they use, how long one message takes to
// reach all of them, and the processor time of a poll from its arrival to its answer.

import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPerson, Dataset } from '../fill/dataset.ts';
import type { WireRequest } from '../load/jobs.ts';
import { once as runOnce } from '../measure/compare.ts';
import { processorSeconds, residentMegabytes } from '../measure/process-facts.ts';
import type { RowResult } from '../measure/result.ts';
import { median } from '../measure/statistics.ts';
import type { Subject } from '../measure/subject.ts';
import { bare, get, inTurn, post } from '../requests.ts';
import type { Row, Stage } from '../stage.ts';

/** The pause between checks of whether all polls are waiting. */
const CHECK_MILLISECONDS = 50;
const MAX_CHECKS = 600;
const REGISTER_AT_ONCE = 16;

interface Waves {
  readonly memory: number | undefined;
  /** Milliseconds from sending to the last poll's answer. */
  readonly last: readonly number[];
  /** Milliseconds of processor time per poll. */
  readonly processor: number | undefined;
}

/** Resolves when `count` polls are waiting. */
export async function allWait(stage: Stage, count: number, waiting: () => Promise<number>): Promise<void> {
  let present = 0;
  for (let look = 0; look < MAX_CHECKS; look++) {
    present = await waiting();
    if (present >= count) return;
    await sleep(CHECK_MILLISECONDS);
  }
  const { failure } = await stage.generator.do<'check'>({ kind: 'check' });
  throw new Error(`${present} of ${count} polls wait. ${failure ?? ''}`);
}

async function waves(
  stage: Stage,
  subject: Subject,
  polls: readonly WireRequest[],
  wake: WireRequest,
  waiting: () => Promise<number>,
): Promise<Waves> {
  const { generator, options } = stage;
  await generator.do<'wait'>({ kind: 'wait', port: subject.port, polls });
  await allWait(stage, polls.length, waiting);
  // The first wave warms up.
  await generator.do<'wake'>({ kind: 'wake', port: subject.port, request: wake });
  await allWait(stage, polls.length, waiting);
  const before = processorSeconds(subject.pid);
  const last: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    last.push((await generator.do<'wake'>({ kind: 'wake', port: subject.port, request: wake })).last);
    await allWait(stage, polls.length, waiting);
  }
  const after = processorSeconds(subject.pid);
  const memory = residentMegabytes(subject.pid);
  await generator.do<'leave'>({ kind: 'leave' });
  const used = before === undefined || after === undefined ? undefined : after - before;
  return { memory, last, processor: used && (used * 1000) / (options.rounds * polls.length) };
}

/** Registers queues for messages only, of people in turn; returns their first polls. */
export async function registerQueues(
  stage: Stage,
  people: readonly BenchPerson[],
  count: number,
): Promise<WireRequest[]> {
  const requests = Array.from({ length: count }, (_, number) =>
    post(inTurn(people, number), '/register', {
      event_types: ['message'],
      apply_markdown: true,
      client_gravatar: true,
    }),
  );
  const { bodies, firstFailure } = await stage.generator.do<'requests'>({
    kind: 'requests',
    port: stage.server.port,
    requests,
    connections: REGISTER_AT_ONCE,
    count,
    keepBodies: true,
  });
  if (firstFailure) throw new Error(`request failed: ${firstFailure}`);
  return bodies.map((body, number) => {
    const { queue_id, last_event_id } = JSON.parse(body) as { queue_id: string; last_event_id: number };
    return get(inTurn(people, number), '/events', { queue_id, last_event_id });
  });
}

/** A body, over a connection of its own: one that idles may be closed just when a busy server answers again. */
async function textAt(port: number, path: string): Promise<string> {
  const request = httpGet({ host: '127.0.0.1', port, path, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return text(response);
}

/** The number of polls that wait at the server. */
export async function waitingPolls(port: number): Promise<number> {
  const metrics = await textAt(port, '/metrics');
  return Number(/^parley_event_queues\{state="waiting"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

/** A message for all accounts. */
function wakingMessage({ people, everyoneChannelId }: Dataset): WireRequest {
  return post(inTurn(people, 0), '/messages', {
    type: 'channel',
    to: everyoneChannelId,
    topic: 'to everyone',
    content: 'Lunch is **ready**.',
  });
}

async function floorWaves(stage: Stage, count: number): Promise<Waves> {
  const { floor } = stage;
  const polls = Array.from({ length: count }, () => bare('GET', '/wait'));
  const countWaiting = async () => Number(await textAt(floor.port, '/waiting'));
  return waves(stage, floor, polls, bare('GET', '/wake'), countWaiting);
}

/** The row for `count` waiting polls and one message to all of them. */
export function waitingRow(count: number): Row {
  const name = `GET /events, ${count.toLocaleString('en')} waiting`;
  const floorName = 'wait';
  return {
    name,
    budget: {},
    floorName,
    needsFreshProcesses: true,
    async run(stage) {
      const { server } = stage;
      const polls = await registerQueues(stage, stage.data.people, count);
      const message = wakingMessage(stage.data);
      await runOnce(stage, server, [message]);
      const ownWaves = await waves(stage, server, polls, message, () => waitingPolls(server.port));
      const wavesOfFloor = await floorWaves(stage, count);
      const result = (
        what: string,
        budget: RowResult['budget'],
        figuresOf: (waves: Waves) => RowResult['server'],
      ): RowResult => ({
        name: `${name}: ${what}`,
        budget,
        floorName,
        server: figuresOf(ownWaves),
        floor: figuresOf(wavesOfFloor),
      });
      return [
        result('memory', { memory: 400 }, ({ memory }) => ({ memory })),
        result('one event to all', { p50: 400 }, ({ last }) => ({
          p50: median(last),
          p99: Math.max(...last),
        })),
        result('processor time of a poll', { processor: 0.1 }, ({ processor }) => ({ processor })),
      ];
    },
  };
}
