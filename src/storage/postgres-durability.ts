// Makes sure that acknowledged writes are on disk. PostgreSQL can be configured, globally or per database or
// role, to acknowledge commits earlier; the server's sessions override that. A stricter setting, such as for replicas,
// is left in place.

import type { ClientBase } from 'pg';
import { UnusableDatabaseError } from './migrations/migrate.ts';
import { recognizePooler } from './postgres-pooler.ts';

const READ = `select current_setting('synchronous_commit') as setting`;
const KEEP_OR_SET = `select case current_setting('synchronous_commit')
  when 'off' then set_config('synchronous_commit', 'on', false)
  else current_setting('synchronous_commit') end as setting`;

/**
 * Makes a new connection's commits wait for the disk. A session of a pooler is not the server's own, so there the
 * setting must be right already.
 * @throws UnusableDatabaseError if the session cannot change the setting
 */
export async function waitForDisk(client: Pick<ClientBase, 'query'>): Promise<void> {
  const isPooled = await recognizePooler(client);
  const { rows } = await client.query<{ readonly setting: string }>(isPooled ? READ : KEEP_OR_SET);
  if (rows[0]?.setting !== 'off') return;
  throw new UnusableDatabaseError(
    `The database confirms commits before they are on disk. Set synchronous_commit to on${isPooled ? ' for the role or the database: the pooler keeps no settings' : ''}.`,
  );
}
