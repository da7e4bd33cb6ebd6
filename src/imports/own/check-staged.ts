// Checks whether the rows of a Parley archive are consistent, by queries on the staging database and by checking
// every value once, before anything is written.

import { limits } from '../../api-contract/limits.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type SystemGroupIds, systemGroups } from '../../model/groups/system-groups.ts';
import { FieldType } from '../../model/profile-fields/profile-field.ts';
import type { TableStructure } from '../../storage/rows/table-structure.ts';
import { columnRulesOf } from '../../stores/moving/moved-tables.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Notes } from '../records/notes.ts';
import type { Progress } from '../write/target.ts';
import { checkConfigured } from './check-configured.ts';
import { InvalidValueError } from './json-values.ts';
import { idsOf, presentIds, unmovedPlan } from './plan.ts';
import type { Staged } from './staging.ts';
import { OwnValues, type ValueContext } from './values.ts';

/** The last second that a `Date` can represent with four digits of the year. */
const LAST_SECOND = 253_402_300_799;
const TIME = /(?:_at|_until|^date_joined)$/;

/** The facts for checking and converting rows, apart from the plan. */
export type ArchiveFacts = Omit<ValueContext, 'plan' | 'ids'>;

/** Checks all rows. Rows that belong to missing messages are deleted and reported. */
export async function checkStaged(staged: Staged, notes: Notes, progress: Progress): Promise<ArchiveFacts> {
  for (const structure of staged.structures) {
    await checkOrganization(staged, structure);
    await checkReferences(staged, structure, notes);
    await checkNumbers(staged, structure);
  }
  await checkPeople(staged);
  await checkConfigured(staged);
  const facts: ArchiveFacts = {
    present: await presentIds(staged),
    systemGroupIds: await systemGroupIdsOf(staged),
    peopleFields: await peopleFieldsOf(staged),
    newestMessageId: await newestMessageIdOf(staged),
  };
  const plan = unmovedPlan(staged);
  const ids = idsOf(plan, facts.present, 'http://localhost');
  await checkValues(staged, new OwnValues({ ...facts, plan, ids }), progress);
  return facts;
}

async function first(staged: Staged, sql: string): Promise<Record<string, unknown> | undefined> {
  return (await staged.rows.execute(`${sql} limit 1`, []))[0];
}

async function checkOrganization(staged: Staged, { name }: TableStructure): Promise<void> {
  const organizationColumn = Object.entries(columnRulesOf(name) ?? {}).find(
    ([, rule]) => rule?.is === 'organization',
  )?.[0];
  if (organizationColumn === undefined) return;
  const id = staged.header.organization_id;
  const other = await first(
    staged,
    `select "${organizationColumn}" as id from "${name}" where "${organizationColumn}" <> ${id}`,
  );
  if (other)
    throw new InvalidArchiveError(
      `table ${name}`,
      `a row belongs to organization ${other.id}, not to ${id}.`,
    );
  const isOne = name === 'organization' || name === 'organization_sequence';
  if (!isOne) return;
  const [count] = await staged.rows.execute(`select count(*) as rows from "${name}"`, []);
  if (Number(count?.rows) !== 1)
    throw new InvalidArchiveError(`table ${name}`, 'it must have exactly one row.');
}

async function checkReferences(staged: Staged, { name }: TableStructure, notes: Notes): Promise<void> {
  for (const [column, rule] of Object.entries(columnRulesOf(name) ?? {})) {
    if (rule?.is !== 'id') continue;
    const isDangling = `"${column}" is not null and "${column}" not in (select id from "${rule.of}")`;
    if (column === 'message_id') {
      const [dangling] = await staged.rows.execute(
        `select count(*) as rows from "${name}" where ${isDangling}`,
        [],
      );
      notes.add(`rows of ${name}`, 'their message is not in the archive', Number(dangling?.rows ?? 0));
      await staged.rows.execute(`delete from "${name}" where ${isDangling}`, []);
      continue;
    }
    const dangling = await first(staged, `select "${column}" as id from "${name}" where ${isDangling}`);
    if (dangling)
      throw new InvalidArchiveError(
        `table ${name}`,
        `"${column}" names ${rule.of.replaceAll('_', ' ')} ${dangling.id}, which is not in the archive.`,
      );
  }
}

async function checkNumbers(staged: Staged, { name, columns }: TableStructure): Promise<void> {
  for (const { name: column, kind } of columns) {
    if (kind !== 'number') continue;
    const max = TIME.test(column) ? LAST_SECOND : Number.MAX_SAFE_INTEGER;
    const bounds = column === 'id' ? `< 1 or "id" > ${limits.importedId}` : `< 0 or "${column}" > ${max}`;
    if (column === 'message_retention_days') continue;
    const invalid = await first(
      staged,
      `select "${column}" as value from "${name}" where "${column}" ${bounds}`,
    );
    if (invalid) throw new InvalidArchiveError(`table ${name}`, `"${column}" cannot be ${invalid.value}.`);
  }
  if (!columns.some((column) => column.name === 'sequence') || name === 'organization_sequence') return;
  const tooHigh = await first(
    staged,
    `select sequence as value from "${name}" where sequence > (select sequence from organization_sequence)`,
  );
  if (tooHigh)
    throw new InvalidArchiveError(
      `table ${name}`,
      `log position ${tooHigh.value} is after the end of the log.`,
    );
}

async function checkPeople(staged: Staged): Promise<void> {
  const roles = Object.values(Role).join(', ');
  const invalid = await first(staged, `select id, role from account where role not in (${roles})`);
  if (invalid)
    throw new InvalidArchiveError(
      'table account',
      `account ${invalid.id} has the unknown role ${invalid.role}.`,
    );
  const owner = await first(
    staged,
    `select id from account where role = ${Role.owner} and is_active = 1 and bot_type is null`,
  );
  if (!owner) throw new InvalidArchiveError('table account', 'it has no active owner.');
  const namedOrganization = await first(staged, "select id from organization where trim(name) <> ''");
  if (!namedOrganization) throw new InvalidArchiveError('table organization', 'it has no name.');
}

async function systemGroupIdsOf(staged: Staged): Promise<SystemGroupIds> {
  const found = await staged.rows.execute('select id, name from user_group where is_system = 1', []);
  const ids = new Map(found.map(({ id, name }) => [String(name), Number(id)]));
  const missing = systemGroups.find(({ name }) => !ids.has(name));
  if (missing) throw new InvalidArchiveError('table user_group', `the group ${missing.name} is missing.`);
  return Object.fromEntries(ids) as SystemGroupIds;
}

async function peopleFieldsOf({ rows }: Staged): Promise<ReadonlySet<number>> {
  const found = await rows.execute(`select id from profile_field where field_type = ${FieldType.people}`, []);
  return new Set(found.map(({ id }) => Number(id)));
}

async function newestMessageIdOf({ rows }: Staged): Promise<number> {
  const [newest] = await rows.execute('select coalesce(max(id), 0) as id from message', []);
  return Number(newest?.id ?? 0);
}

async function checkValues(staged: Staged, values: OwnValues, progress: Progress): Promise<void> {
  let rowsDone = 0;
  for (const structure of staged.structures) {
    for await (const rows of staged.rows.rows(structure)) {
      for (const row of rows) checkRow(structure, row, values);
      rowsDone += rows.length;
      progress('checking', rowsDone, undefined);
    }
  }
}

function checkRow(structure: TableStructure, row: readonly unknown[], values: OwnValues): void {
  try {
    values.valuesOf(structure, row);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    const id = row[structure.columns.findIndex(({ name }) => name === 'id')];
    const location =
      typeof id === 'number' ? `table ${structure.name}, row with id ${id}` : `table ${structure.name}`;
    throw new InvalidArchiveError(location, `"${error.column}" ${error.message}`);
  }
}
