// Recognizes connections that go through a pooler such as pgbouncer. In its transaction mode each transaction may run on
// another connection to the database, so nothing may be left on the session: no named statements, no settings, no locks,
// and no notifications.

import type pg from 'pg';

/** What identifies the client and the process that serves it. */
type Session = Pick<pg.ClientBase, 'query'> & { readonly processID?: number | null };

const pooled = new WeakSet<object>();

/**
 * Finds out whether a new connection goes through a pooler. The database tells each client the number of its process; a
 * pooler tells it one of its own, also if it keeps one connection for each client.
 */
export async function recognizePooler(client: Session): Promise<boolean> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid');
  const isPooled = client.processID != null && rows[0]?.pid !== client.processID;
  if (isPooled) pooled.add(client);
  return isPooled;
}

/** Whether a connection was found to go through a pooler. */
export function isPooled(client: object): boolean {
  return pooled.has(client);
}
