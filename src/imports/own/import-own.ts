// Imports an archive that Parley wrote: everything is restored as it was, with its ids where they are free.

import { randomUUID } from 'node:crypto';
import { audit } from '../../actions/audit/audit.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { insertBulk } from '../../storage/bulk.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { TableStructure } from '../../storage/rows/table-structure.ts';
import {
  type ImportRow,
  insertImport,
  requireNoOtherImport,
  updateImport,
} from '../../stores/imports/import-store.ts';
import { retryAfterDeadlock } from '../../stores/imports/reserve-ids.ts';
import { checkHostIsFree } from '../../stores/organizations/host-store.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { importKeyOf } from '../import-key.ts';
import { type Note, Notes } from '../records/notes.ts';
import type { ImportChoices } from '../records/reader.ts';
import type { ImportReport } from '../records/report.ts';
import { refuseTakenHost, unfinishedImport } from '../unfinished-import.ts';
import { refuseUnusedChoices } from '../unused-choices.ts';
import { takeOrganizationId } from '../write/begin.ts';
import { freeShortName } from '../write/plan.ts';
import type { ImportTarget, Progress } from '../write/target.ts';
import { type ArchiveFacts, checkStaged } from './check-staged.ts';
import { idsOf, makeOwnPlan, type OwnPlan } from './plan.ts';
import { type Staged, stageArchive } from './staging.ts';
import { OwnValues } from './values.ts';
import { writeOwnFiles, writeRows } from './write-rows.ts';

export { isOwn } from './read-own.ts';

const FORMAT = 'parley';
const TITLE = 'an export of Parley';

interface Options {
  readonly choices: ImportChoices;
  readonly progress: Progress;
}

/** An archive that was read and found consistent. */
interface Checked {
  readonly staged: Staged;
  readonly facts: ArchiveFacts;
  readonly notes: Notes;
}

/** Imports the archive in a folder. */
export function importOwn(
  folder: ArchiveFolder,
  target: ImportTarget,
  { choices, progress }: Options,
): Promise<ImportReport> {
  refuseUnusedChoices(TITLE, [], choices);
  return withChecked(folder, progress, async (checked) => {
    const row = await beginOrContinue(checked, importKeyOf(folder, choices), target);
    const plan = parseColumn<OwnPlan>(row.plan);
    await write(checked, row, plan, { target, progress, scratch: await folder.scratch() });
    return reportOf(checked, plan);
  });
}

/** Reads and checks an archive without writing anything. */
export function checkOwn(folder: ArchiveFolder, { choices, progress }: Options): Promise<ImportReport> {
  refuseUnusedChoices(TITLE, [], choices);
  return withChecked(folder, progress, (checked) => reportOf(checked, undefined));
}

async function withChecked<T>(
  folder: ArchiveFolder,
  progress: Progress,
  work: (checked: Checked) => Promise<T>,
): Promise<T> {
  const stagedRows = await stageArchive(folder, progress);
  try {
    const notes = new Notes();
    const facts = await checkStaged(stagedRows, notes, progress);
    notes.add('passwords, API keys and links in emails', 'exports contain no credentials');
    return await work({ staged: stagedRows, facts, notes });
  } finally {
    stagedRows.rows.close();
  }
}

async function beginOrContinue(checked: Checked, key: string, target: ImportTarget): Promise<ImportRow> {
  const { database, host } = target;
  const find = () => unfinishedImport(database, key, host);
  const existing = await find();
  if (existing) return existing;
  await refuseTakenHost(database, host);
  const { header } = checked.staged;
  const { newestMessageId: newestId } = checked.facts;
  const id = await database.write(0, async (writer) => {
    await requireNoOtherImport(writer);
    return takeOrganizationId(writer, header.organization_id);
  });
  const begin = async (writer: Writer) => {
    await requireNoOtherImport(writer);
    const plan = await makeOwnPlan(writer, id, checked.staged);
    await insertImport(writer, {
      organization_id: id,
      archive_key: key,
      format: FORMAT,
      host,
      stage: 'rows',
      parts_done: 0,
      batches_done: 0,
      plan: JSON.stringify(plan),
      notes: '[]',
      started_at: writer.now,
      finished_at: null,
      newest_message_id: newestId === 0 ? 0 : newestId + plan.shifts.message,
    });
  };
  await retryAfterDeadlock(() => database.write(id, begin));
  const row = await find();
  if (!row) throw new Error('a started import was not found');
  return row;
}

interface Writing {
  readonly target: ImportTarget;
  readonly progress: Progress;
  readonly scratch: string;
}

/** Writes the stages that are not yet written. */
async function write(
  { staged: stagedRows, facts, notes }: Checked,
  row: ImportRow,
  plan: OwnPlan,
  { target, progress, scratch }: Writing,
): Promise<void> {
  const { database } = target;
  const { organizationId } = plan;
  const ids = idsOf(plan, facts.present, target.organizationUrl);
  const values = new OwnValues({ ...facts, plan, ids });
  const messageShift = plan.shifts.message;
  const context = { staged: stagedRows, values, target, organizationId, messageShift, progress };
  let { stage } = row;
  const advance = async (next: string) => {
    await database.write(organizationId, (writer) => updateImport(writer, stage, { stage: next }));
    stage = next;
  };
  if (stage === 'rows') {
    await writeRows(context, { tables: row.parts_done, units: row.batches_done });
    await advance('files');
  }
  if (stage === 'files') {
    await writeOwnFiles(stagedRows.files, scratch, context);
    await advance('organization');
  }
  progress('organization', 0, undefined);
  const ownRow = await organizationRow(stagedRows);
  await database.write(
    organizationId,
    (writer) => writeOrganization(writer, ownRow, values, target, notes.all),
    'command',
  );
}

/** The organization's row and the structure of its table. */
interface OwnRow {
  readonly structure: TableStructure;
  readonly row: readonly unknown[];
}

async function organizationRow({ rows, structures }: Staged): Promise<OwnRow> {
  const structure = structures.find(({ name }) => name === 'organization');
  if (!structure) throw new Error('the organization table is missing');
  for await (const [row] of rows.rows(structure)) if (row) return { structure, row };
  throw new InvalidArchiveError('table organization', 'it must have exactly one row.');
}

/** Writes the organization's own row, which makes the organization visible. */
async function writeOrganization(
  writer: Writer,
  { structure, row }: OwnRow,
  values: OwnValues,
  { host }: ImportTarget,
  notes: readonly Note[],
): Promise<void> {
  await checkHostIsFree(writer, host);
  const columnValues = new Map(
    values.valuesOf(structure, row).map((value, at) => [structure.columns[at]?.name, value]),
  );
  const uuid = String(columnValues.get('uuid'));
  const existing = await writer.db
    .selectFrom('organization')
    .select('id')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  columnValues.set('uuid', existing ? randomUUID() : uuid);
  const shortName = await freeShortName(writer, String(columnValues.get('string_id')), writer.organizationId);
  columnValues.set('string_id', shortName);
  const columns = structure.columns.map(({ name, kind }) => [name, kind] as const);
  const extraColumns = [
    ['host', 'text'],
    ['public_host', 'text'],
    ['is_demo', 'number'],
  ] as const;
  await insertBulk(writer, { name: 'organization', columns: [...columns, ...extraColumns] }, [
    ...columns.map(([name]) => columnValues.get(name) ?? null),
    host,
    '',
    0,
  ]);
  const name = String(columnValues.get('name'));
  await audit(writer, { kind: 'organization_imported', details: { name, format: FORMAT } });
  await updateImport(writer, 'organization', {
    stage: 'done',
    finished_at: writer.now,
    notes: JSON.stringify(notes),
  });
}

async function reportOf(
  { staged: { rows, files }, notes }: Checked,
  plan: OwnPlan | undefined,
): Promise<ImportReport> {
  const count = async (sql: string) =>
    Number((await rows.execute(`select count(*) as rows from ${sql}`, []))[0]?.rows ?? 0);
  const [named] = await rows.execute('select name from organization', []);
  return {
    format: TITLE,
    name: String(named?.name),
    organizationId: plan?.organizationId,
    came: {
      people: await count('account where bot_type is null'),
      bots: await count('account where bot_type is not null and is_system_bot = 0'),
      groups: await count('user_group where is_system = 0'),
      channels: await count('channel'),
      conversations: await count('conversation'),
      messages: await count('message'),
      files: files.size,
    },
    missing: notes.all,
    renumbered: Object.entries(plan?.shifts ?? {}).flatMap(([table, shift]) =>
      shift === 0 ? [] : [table.replaceAll('_', ' ')],
    ),
  };
}
