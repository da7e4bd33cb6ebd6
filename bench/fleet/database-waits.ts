// Samples what the sessions of a PostgreSQL database wait for.

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const SAMPLE_MILLISECONDS = 20;
/** Sessions that work or wait within a transaction; those that are idle wait for nothing. */
const SAMPLE = `select case when state like 'idle in transaction%' then 'the next statement of a transaction'
    when wait_event is null then 'nothing, they run'
    else wait_event_type || ' ' || wait_event end as reason, count(*)::int as sessions
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'
  group by 1`;

/** What sessions wait for, with the average number of sessions, most first. */
export type Waits = readonly (readonly [reason: string, sessions: number])[];

/** Runs work while the sessions of the database are sampled. */
export async function waitsDuring<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly waits: Waits }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const totals = new Map<string, number>();
  let samples = 0;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ reason: string; sessions: number }>(SAMPLE);
      samples++;
      for (const { reason, sessions } of rows) totals.set(reason, (totals.get(reason) ?? 0) + sessions);
      await setTimeout(SAMPLE_MILLISECONDS);
    }
  })();
  try {
    const result = await work();
    isOver = true;
    await sampling;
    const averages = [...totals].map(([reason, sessions]) => [reason, sessions / samples] as const);
    return { result, waits: averages.sort(([, one], [, other]) => other - one) };
  } finally {
    isOver = true;
    await client.end();
  }
}
