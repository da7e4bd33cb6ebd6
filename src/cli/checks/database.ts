// Checks that the database is intact: everything can be read, references are valid, and id counters are above
// the ids in use.

import { secretMark } from '../../server/deployment-keyring.ts';
import { readKeyring } from '../../server/keyring.ts';
import { newestSchema } from '../../storage/migrations/migrate.ts';
import { ownTables } from '../../storage/rows/own-tables.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { idCounters, schemaVersionOf, type TableStructure } from '../../storage/rows/table-structure.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Columns that hold ids of another table's rows, in every state that a unit of work commits. */
const references = {
  message: { conversation_id: 'conversation', sender_id: 'account' },
  conversation: { channel_id: 'channel' },
  subscription: { account_id: 'account', channel_id: 'channel' },
  subscription_period: { account_id: 'account', channel_id: 'channel' },
  reaction: { message_id: 'message', account_id: 'account' },
  submessage: { message_id: 'message' },
  message_edit: { message_id: 'message' },
  message_arrival: { message_id: 'message' },
  message_mention: { message_id: 'message' },
  message_attachment: { message_id: 'message', attachment_id: 'attachment' },
  personal_message: { message_id: 'message', account_id: 'account' },
  user_group_member: { group_id: 'user_group', account_id: 'account' },
  user_group_subgroup: { group_id: 'user_group', subgroup_id: 'user_group' },
} as const;

const SHOWN = 5;

/** Checks the whole database without changing it. */
export async function checkDatabase(rows: RowSource): Promise<Finding> {
  const schema = await schemaVersionOf(rows);
  if (schema === 0) return failed('database', 'The database is empty. No server has used it yet.');
  if (schema > newestSchema)
    return failed(
      'database',
      `The database is from a newer version of Parley (schema ${schema}, not ${newestSchema}).`,
    );
  if (schema < newestSchema)
    return failed(
      'database',
      `The database is from an older version of Parley (schema ${schema}, not ${newestSchema}). Start the server to upgrade it.`,
    );
  const { tables, withGeneratedIds } = await ownTables(rows);
  const problems = [
    ...(rows.engine === 'sqlite' ? await brokenPages(rows) : await brokenTables(rows, tables)),
    ...(await strayRows(rows)),
    ...(await lowCounters(rows, withGeneratedIds)),
  ];
  if (problems.length === 0)
    return passed('database', `${tables.length} tables are readable and consistent (schema ${schema}).`);
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  return failed('database', `${problems.slice(0, SHOWN).join('; ')}${more}.`);
}

async function brokenPages({ execute }: RowSource): Promise<string[]> {
  const found = await execute('pragma integrity_check(20)', []);
  const broken = found.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok');
  return [...broken, ...(await execute('pragma foreign_key_check', [])).map((row) => JSON.stringify(row))];
}

/** PostgreSQL has no complete integrity check: all values of all rows are read, and all indexes must be valid. */
async function brokenTables(
  { execute }: RowSource,
  structures: readonly TableStructure[],
): Promise<string[]> {
  const invalid = await execute(
    `select c.relname as name from pg_index as i join pg_class as c on c.oid = i.indexrelid
      join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = current_schema() and not (i.indisvalid and i.indisready)`,
    [],
  );
  const problems = invalid.map(({ name }) => `index ${name} is not valid`);
  for (const { name } of structures) {
    try {
      await execute(`select sum(hashtext(t::text)::bigint) as read from "${name}" as t`, []);
    } catch (error) {
      problems.push(`table ${name} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  }
  return problems;
}

async function strayRows({ execute }: RowSource): Promise<string[]> {
  const problems: string[] = [];
  for (const [table, columns] of Object.entries(references)) {
    for (const [column, other] of Object.entries(columns)) {
      const [row] = await execute(
        `select count(*) as strays from "${table}" as t where t.${column} is not null
          and not exists (select 1 from "${other}" as o where o.id = t.${column})`,
        [],
      );
      const strays = Number(row?.strays ?? 0);
      if (strays > 0) problems.push(`${strays} rows of ${table} refer to a missing ${other}`);
    }
  }
  return problems;
}

async function lowCounters(rows: RowSource, counted: ReadonlySet<string>): Promise<string[]> {
  const highestIds = new Map<string, number>();
  for (const name of counted) {
    const [row] = await rows.execute(`select max(id) as highest from "${name}"`, []);
    highestIds.set(name, Number(row?.highest ?? 0));
  }
  // The counters are read last: rows written meanwhile have ids above the ones read before.
  const counters = await idCounters(rows, counted);
  const countersTooLow = [...highestIds].filter(([name, highest]) => highest > (counters.get(name) ?? 0));
  return countersTooLow.map(([name]) => `table ${name} would assign IDs that are in use`);
}

/** Checks that the data directory has the secret that sealed the keys in the database. */
export async function checkSecret(rows: RowSource, dataDirectory: string): Promise<Finding> {
  const [row] = await rows.execute('select secret_mark, shared_secret from deployment', []);
  const own = await readKeyring(dataDirectory);
  if (!row) return passed('secret', 'The database has not needed a secret yet.');
  if (own)
    return secretMark(own) === row.secret_mark
      ? passed('secret', 'The secret matches the database.')
      : failed(
          'secret',
          `The secret in ${dataDirectory} does not match the database. Restore the right one from a backup.`,
        );
  return row.shared_secret === null
    ? failed('secret', `The secret is missing from ${dataDirectory}. Restore it from a backup.`)
    : passed(
        'secret',
        'The secret is not in the data directory. The server copies it from the database when it starts.',
      );
}
