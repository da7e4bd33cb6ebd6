// Imports an organization: reads the archive once to check it and to find what only all of it tells, then writes it stage by
// stage. An import that was interrupted goes on with the stage it had come to. Nobody sees the organization before its last
// row is written.

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { badRequest } from '../contract/error.ts';
import {
  allImports,
  type ImportRow,
  refuseBesideAnother,
  UNDOING,
  updateImport,
} from '../stores/imports/store.ts';
import { allOrganizationRows } from '../stores/organizations/store.ts';
import { ArchiveFolder } from './archive/archive-folder.ts';
import { formatOf } from './formats.ts';
import type { ImportedDirectory } from './records/directory.ts';
import { type Note, Notes } from './records/notes.ts';
import type { ArchiveReader, ImportChoices } from './records/reader.ts';
import { beginWriting, type ReadArchive, takeOrganizationId } from './write/begin.ts';
import { checkDirectory, withoutLooseEnds } from './write/check-directory.ts';
import { pictureSettings, writeFiles } from './write/files.ts';
import { finishWriting } from './write/finish.ts';
import { Ids } from './write/ids.ts';
import { writeMessages } from './write/messages.ts';
import { type ImportPlan, idPlanOf } from './write/plan.ts';
import {
  knownSubscriptions,
  type RelationContext,
  writeConversations,
  writeReactions,
  writeSubscriptions,
} from './write/relations.ts';
import { Surveyor } from './write/survey.ts';
import type { ImportTarget, Progress } from './write/target.ts';

/** What an import has brought, or would bring. */
export interface ImportReport {
  readonly format: string;
  readonly name: string;
  /** Undefined where it was only tried. */
  readonly organizationId: number | undefined;
  readonly came: Readonly<Record<string, number>>;
  readonly missing: readonly Note[];
  /** Kinds whose ids are others than in the archive. */
  readonly renumbered: readonly string[];
}

const stages = ['subscriptions', 'conversations', 'files', 'messages', 'reactions', 'organization'] as const;

export interface ImportOptions {
  readonly choices?: ImportChoices;
  readonly progress: Progress;
}

/** Imports the archive at a path. */
export function importOrganization(
  path: string,
  target: ImportTarget,
  { choices = {}, progress }: ImportOptions,
): Promise<ImportReport> {
  const opening = { workFolder: target.workFolder, choices, progress };
  return withArchive(path, opening, async ({ title, reader, archive, notes }) => {
    const row = await begun(archive, target);
    const plan: ImportPlan = JSON.parse(row.plan);
    await writeStages({ archive, reader, row, plan, notes, target, progress });
    return reportOf(title, archive, notes.all, plan);
  });
}

/** Reads and checks the archive at a path as an import does, and writes nothing of it. */
export function tryArchive(
  path: string,
  workFolder: string,
  { choices = {}, progress }: ImportOptions,
): Promise<ImportReport> {
  return withArchive(path, { workFolder, choices, progress }, async ({ title, archive, notes }) =>
    reportOf(title, archive, notes.all, undefined),
  );
}

interface Opening {
  readonly workFolder: string;
  readonly choices: ImportChoices;
  readonly progress: Progress;
}

interface OpenArchive {
  readonly title: string;
  readonly reader: ArchiveReader;
  readonly archive: ReadArchive;
  readonly notes: Notes;
}

async function withArchive(
  path: string,
  { workFolder, choices, progress }: Opening,
  work: (open: OpenArchive) => Promise<ImportReport>,
): Promise<ImportReport> {
  progress('unpacking', 0, undefined);
  const folder = await ArchiveFolder.open(path, workFolder);
  try {
    const format = formatOf(folder);
    const reader = await format.open(folder, {
      choices,
      progress: (done) => progress('preparing', done, undefined),
    });
    const notes = new Notes();
    const archive = await read(reader, format.name, await keyOf(folder, choices), { notes, progress });
    return await work({ title: format.title, reader, archive, notes });
  } finally {
    await folder.close();
  }
}

/** Reads all of an archive once. */
async function read(
  reader: ArchiveReader,
  format: string,
  key: string,
  { notes, progress }: { readonly notes: Notes; readonly progress: Progress },
): Promise<ReadArchive> {
  const told = await reader.directory(notes);
  checkDirectory(told);
  const directory = withoutLooseEnds(told, notes);
  const survey = await new Surveyor(directory, notes).survey(reader, (done) =>
    progress('reading', done, undefined),
  );
  return { format, key, directory, survey, subscribers: await subscriberCounts(reader, directory) };
}

/** Active subscribers who are active people, by channel. */
async function subscriberCounts(
  reader: ArchiveReader,
  directory: ImportedDirectory,
): Promise<Map<number, number>> {
  const active = new Set(directory.accounts.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
  const counts = new Map<number, number>();
  for await (const { accountId, channelId, isActive } of knownSubscriptions(reader, directory))
    if (isActive && active.has(accountId)) counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  return counts;
}

/** What an archive is known by again: what was chosen, its files, their sizes, and the beginnings of those that are tables. */
async function keyOf(folder: ArchiveFolder, choices: ImportChoices): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(choices));
  for (const { name, size, path } of [...folder.files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\n${size}\n`);
    if (!/\.jsonl?$|^$/.test(name)) continue;
    const file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    hash.update(buffer.subarray(0, bytesRead));
    await file.close();
  }
  return hash.digest('base64url');
}

/** The import of an archive that goes on, or one that begins; refuses where the host is taken. */
async function begun(archive: ReadArchive, target: ImportTarget): Promise<ImportRow> {
  const { database, host } = target;
  const find = async () => {
    const rows = await allImports(database.reader(0));
    return rows.find(
      (row) =>
        row.archive_key === archive.key &&
        row.host === host &&
        row.finished_at === null &&
        row.stage !== UNDOING,
    );
  };
  const present = await find();
  if (present) return present;
  if ((await allOrganizationRows(database.reader(0))).some((row) => row.host === host)) {
    throw badRequest(
      host === ''
        ? 'There is an organization already: name a host for this one, with --host.'
        : `The host ${host} is taken.`,
    );
  }
  const id = await database.write(0, async (writer) => {
    await refuseBesideAnother(writer);
    return takeOrganizationId(writer, archive.directory.organization.id);
  });
  await database.write(id, (writer) => beginWriting(writer, archive, target));
  const row = await find();
  if (!row) throw new Error('an import that was begun is not there');
  return row;
}

interface Writing {
  readonly archive: ReadArchive;
  readonly reader: ArchiveReader;
  readonly row: ImportRow;
  readonly plan: ImportPlan;
  readonly notes: Notes;
  readonly target: ImportTarget;
  readonly progress: Progress;
}

/** Writes what is not written yet. */
async function writeStages({ archive, reader, row, plan, notes, target, progress }: Writing): Promise<void> {
  const { directory, survey } = archive;
  const { database, host } = target;
  const ids = new Ids(idPlanOf(plan, directory, target.organizationUrl));
  const from = stages.indexOf(row.stage as (typeof stages)[number]);
  let current = row.stage;
  const write: RelationContext['write'] = (unit) =>
    database.write(ids.organizationId, async (writer) => {
      await updateImport(writer, current, { stage: current });
      return unit(writer);
    });
  const context = {
    database,
    write,
    reader,
    directory,
    survey,
    plan,
    ids,
    notes,
    target,
    progress,
  };
  const position = { partsDone: row.parts_done, batchesDone: row.batches_done };
  const work: Record<(typeof stages)[number], () => Promise<void>> = {
    subscriptions: () => writeSubscriptions(context),
    conversations: () => writeConversations(context),
    files: () => writeFiles(context),
    messages: () => writeMessages(context, position),
    reactions: () => writeReactions(context),
    organization: async () => {
      const shown = await pictureSettings(target, ids.organizationId);
      const finish = { directory, plan, ids, host, notes: notes.all, pictureSettings: shown };
      await write((writer) => finishWriting(writer, finish));
    },
  };
  for (const [at, stage] of stages.entries()) {
    if (at < from) continue;
    progress(stage, 0, undefined);
    await work[stage]();
    const next = stages[at + 1];
    if (!next) continue;
    await database.write(ids.organizationId, (writer) => updateImport(writer, stage, { stage: next }));
    current = next;
  }
}

function reportOf(
  title: string,
  { directory, survey }: ReadArchive,
  missing: readonly Note[],
  plan: ImportPlan | undefined,
): ImportReport {
  const people = directory.accounts.filter(({ systemBot }) => systemBot === undefined);
  return {
    format: title,
    name: directory.organization.name,
    organizationId: plan?.organizationId,
    came: {
      people: people.filter(({ botType }) => botType === null).length,
      bots: people.filter(({ botType }) => botType !== null).length,
      groups: directory.groups.filter(({ isSystem }) => !isSystem).length,
      channels: directory.channels.length,
      conversations: survey.conversations.size,
      messages: survey.messages,
      receipts: survey.receipts,
    },
    missing,
    renumbered: plan
      ? Object.entries(plan.shifts).flatMap(([kind, shift]) => (shift === 0 ? [] : [kind]))
      : [],
  };
}
