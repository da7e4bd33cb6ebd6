// POST /mark_stream_as_read for very many unread messages, once for each of several people who have not read anything. A
// second row measures fetching the resulting events, which list every message.

import type { BenchPerson } from '../fill/dataset.ts';
import type { RequestOutcome, WireRequest } from '../load/jobs.ts';
import { once } from '../measure/compare.ts';
import { residentMegabytes } from '../measure/process-facts.ts';
import type { Figures, RowResult } from '../measure/result.ts';
import { median } from '../measure/statistics.ts';
import { floorInsert, get, post } from '../requests.ts';
import type { Row, Stage } from '../stage.ts';

/** The number of people per round, for warming up, and whose events are fetched. */
const PEOPLE_PER_ROUND = 4;
const WARM_UP_PEOPLE = 2;
const WATCHED_PEOPLE = 4;

/** The number of people needed who have not read anything. */
export function freshPeople(rounds: number): number {
  return rounds * PEOPLE_PER_ROUND + WARM_UP_PEOPLE + WATCHED_PEOPLE;
}

interface FlagAnswer {
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

/** The row for marking the given number of messages as read. */
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
      const inserts = Array.from({ length: PEOPLE_PER_ROUND }, () => floorInsert());
      await mark(people.splice(0, WARM_UP_PEOPLE));
      const serverOutcomes: RequestOutcome[] = [];
      const bare: RequestOutcome[] = [];
      for (let round = 0; round < options.rounds; round++) {
        serverOutcomes.push(await mark(people.splice(0, PEOPLE_PER_ROUND)));
        bare.push(await once(stage, floor, inserts));
      }
      const memory = residentMegabytes(server.pid);
      return [
        { name, budget, floorName, server: { ...figuresOf(serverOutcomes), memory }, floor: figuresOf(bare) },
        await fetchAll(stage, people.splice(0, WATCHED_PEOPLE), name),
      ];
    },
  };
}

/** The cost of fetching the events of one request: milliseconds and bytes of all polls, and the number of messages listed. */
interface Fetched {
  readonly time: number;
  readonly bytes: number;
  readonly listed: number;
}

async function fetchAll(stage: Stage, people: readonly BenchPerson[], name: string): Promise<RowResult> {
  const times: number[] = [];
  let bytes = 0;
  for (const person of people) {
    const fetched = await markAndFetch(stage, person);
    if (fetched.listed < stage.options.unread)
      throw new Error(`the events list ${fetched.listed} messages instead of ${stage.options.unread}`);
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
  let [time, bytes, listed] = [0, 0, 0];
  for (;;) {
    const parameters = { queue_id: queue.queue_id, last_event_id: last, dont_block: true };
    const outcome = await once(stage, server, [get(person, '/events', parameters)]);
    const { events = [] } = JSON.parse(outcome.bodies[0] ?? '{}') as FlagAnswer;
    time += outcome.p50;
    if (events.length === 0) return { time, bytes, listed };
    for (const event of events) listed += event.messages?.length ?? 0;
    bytes += outcome.bytes;
    last = events.at(-1)?.id ?? last;
  }
}
