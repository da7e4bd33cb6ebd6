// POST /mark_stream_as_read over very many unread messages, by people who have read nothing yet, each once; and
// apart from it what the events that name every message cost to fetch.

import type { BenchPerson } from '../fill/dataset.ts';
import type { RequestOutcome } from '../load/jobs.ts';
import { once } from '../measure/compare.ts';
import { residentMegabytes } from '../measure/process-facts.ts';
import type { RowResult } from '../measure/result.ts';
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

export function markReadRow(unread: number): Row {
  const name = `POST /mark_stream_as_read, ${unread.toLocaleString('en')} messages`;
  const budget = { p50: 5 };
  return {
    name,
    budget,
    floorName: 'insert',
    async run(stage) {
      const { server, floor, options, data } = stage;
      const mark = (person: BenchPerson) =>
        post(person, '/mark_stream_as_read', { stream_id: data.archiveChannelId });
      const people = [...data.fresh];
      await once(stage, server, people.splice(0, WARMING).map(mark));
      const ours: RequestOutcome[] = [];
      const bare: RequestOutcome[] = [];
      for (let round = 0; round < options.rounds; round++) {
        ours.push(await once(stage, server, people.splice(0, PER_ROUND).map(mark)));
        bare.push(
          await once(
            stage,
            floor,
            Array.from({ length: PER_ROUND }, () => floorInsert()),
          ),
        );
      }
      const figures = (outcomes: readonly RequestOutcome[]) => ({
        p50: median(outcomes.map(({ p50 }) => p50)),
        p99: Math.max(...outcomes.map(({ longest }) => longest)),
      });
      return [
        {
          name,
          budget,
          floorName: 'insert',
          server: { ...figures(ours), memory: residentMegabytes(server.pid) },
          floor: figures(bare),
        },
        await fetchEvents(stage, people.splice(0, WATCHED), mark, name),
      ];
    },
  };
}

async function fetchEvents(
  stage: Stage,
  people: readonly BenchPerson[],
  mark: (person: BenchPerson) => ReturnType<typeof post>,
  name: string,
): Promise<RowResult> {
  const times: number[] = [];
  let bytes = 0;
  for (const person of people) {
    const [registered = '{}'] = (
      await once(stage, stage.server, [post(person, '/register', { event_types: ['update_message_flags'] })])
    ).bodies;
    const queue = JSON.parse(registered) as { queue_id: string; last_event_id: number };
    await once(stage, stage.server, [mark(person)]);
    let last = queue.last_event_id;
    let named = 0;
    let time = 0;
    for (;;) {
      const poll = get(person, '/events', {
        queue_id: queue.queue_id,
        last_event_id: last,
        dont_block: true,
      });
      const outcome = await once(stage, stage.server, [poll]);
      const { events = [] } = JSON.parse(outcome.bodies[0] ?? '{}') as Flagged;
      time += outcome.p50;
      if (events.length === 0) break;
      for (const event of events) named += event.messages?.length ?? 0;
      bytes += outcome.bytes;
      last = events.at(-1)?.id ?? last;
    }
    if (named < stage.options.unread)
      throw new Error(`the events named ${named} messages in place of ${stage.options.unread}`);
    times.push(time);
  }
  return {
    name: `${name}: its events`,
    budget: {},
    floorName: '',
    server: { p50: median(times), p99: Math.max(...times), bytes: Math.round(bytes / people.length) },
    floor: undefined,
  };
}
