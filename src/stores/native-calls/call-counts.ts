// Counts calls of all organizations, for metrics.

import type { Reader } from '../../storage/reader-writer.ts';

export interface CallCounts {
  readonly mesh: number;
  readonly livekit: number;
  readonly participants: number;
}

/** The calls that go on, by engine, and who is in them. */
export async function countCalls({ db }: Reader): Promise<CallCounts> {
  const calls = await db
    .selectFrom('call')
    .select(['engine', (e) => e.fn.countAll<number>().as('count')])
    .where('ended_at', 'is', null)
    .groupBy('engine')
    .execute();
  const { count } = await db
    .selectFrom('call_participant')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow();
  const countOf = (engine: string) => Number(calls.find((row) => row.engine === engine)?.count ?? 0);
  return { mesh: countOf('mesh'), livekit: countOf('livekit'), participants: Number(count) };
}
