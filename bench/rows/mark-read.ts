// POST /mark_stream_as_read over very many unread messages, by people who have read nothing yet, each once; and
// apart from it what the events that name every message cost to fetch.

import type { BenchPerson } from '../fill/dataset.ts';
import type { RequestOutcome, WireRequest } from '../load/jobs.ts';
import { once } from '../measure/compare.ts';
import { residentMegabytes } from '../measure/process-facts.ts';
import type { Figures, RowResult } from '../measure/result.ts';
import { median } from '../measure/statistics.ts';
import { floorInsert, get, post } from '../requests.ts';
import type { Row, Stage } from '../stage.ts';

/** People who mark in one turn, who warm up, and whose events are fetched. */
const PER_ROUND = 4;
const WARMING = 2;
const WATCHED = 4;

/** How many people must have read nothing. */
export function freshPeople(rounds: number): number {
  return rounds * PER_ROUND + WARMING + WATCHED;
}

interface Flagged {
  readonly events?: readonly { readonly id: number; readonly messages?: readonly number[] }[];
}

function figuresOf(outcomes: readonly RequestOutcome[]): Pick<Figures, 'p50' | 'p99'> {
  return {
    p50: median(outcomes.map(({ p50 }) => p50)),
    p99: Math.max(...outcomes.map(({ longest }) => longest)),
  };
}

function markedBy(stage: Stage, person: BenchPerson): WireRequest {
  return post(person, '/mark_stream_as_read', { stream_id: stage.data.archiveChannelId });
}

/** Marks so many messages as read. */
export function markReadRow(unread: number): Row {
  const name = `POST /mark_stream_as_read, ${unread.toLocaleString('en')} messages`;
  const budget = { p50: 5 };
  const floorName = 'insert';
  return {
    name,
    budget,
    floorName,
    async run(stage) {
      const { server, floor, options, data } = stage;
      const people = [...data.fresh];
      const mark = (some: readonly BenchPerson[]) =>
        once(
          stage,
          server,
          some.map((person) => markedBy(stage, person)),
        );
      const inserts = Array.from({ length: PER_ROUND }, () => floorInsert());
      await mark(people.splice(0, WARMING));
      const ours: RequestOutcome[] = [];
      const bare: RequestOutcome[] = [];
      for (let round = 0; round < options.rounds; round++) {
        ours.push(await mark(people.splice(0, PER_ROUND)));
        bare.push(await once(stage, floor, inserts));
      }
      const memory = residentMegabytes(server.pid);
      return [
        { name, budget, floorName, server: { ...figuresOf(ours), memory }, floor: figuresOf(bare) },
        await fetchAll(stage, people.splice(0, WATCHED), name),
      ];
    },
  };
}

/** What fetching the events of one marking takes: milliseconds of all its polls, bytes, and messages named. */
interface Fetched {
  readonly time: number;
  readonly bytes: number;
  readonly named: number;
}

async function fetchAll(stage: Stage, people: readonly BenchPerson[], name: string): Promise<RowResult> {
  const times: number[] = [];
  let bytes = 0;
  for (const person of people) {
    const fetched = await markAndFetch(stage, person);
    if (fetched.named < stage.options.unread)
      throw new Error(`the events named ${fetched.named} messages in place of ${stage.options.unread}`);
    times.push(fetched.time);
    bytes += fetched.bytes;
  }
  return {
    name: `${name}: its events`,
    budget: {},
    floorName: '',
    server: { p50: median(times), p99: Math.max(...times), bytes: Math.round(bytes / people.length) },
    floor: undefined,
  };
}

async function markAndFetch(stage: Stage, person: BenchPerson): Promise<Fetched> {
  const { server } = stage;
  const registration = post(person, '/register', { event_types: ['update_message_flags'] });
  const [registered = '{}'] = (await once(stage, server, [registration])).bodies;
  const queue = JSON.parse(registered) as { queue_id: string; last_event_id: number };
  await once(stage, server, [markedBy(stage, person)]);
  let last = queue.last_event_id;
  let [time, bytes, named] = [0, 0, 0];
  for (;;) {
    const place = { queue_id: queue.queue_id, last_event_id: last, dont_block: true };
    const outcome = await once(stage, server, [get(person, '/events', place)]);
    const { events = [] } = JSON.parse(outcome.bodies[0] ?? '{}') as Flagged;
    time += outcome.p50;
    if (events.length === 0) return { time, bytes, named };
    for (const event of events) named += event.messages?.length ?? 0;
    bytes += outcome.bytes;
    last = events.at(-1)?.id ?? last;
  }
}
