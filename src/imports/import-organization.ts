// Imports an organization. Reads the archive once to check it and to collect facts that need all of it, then writes
// it in stages. An interrupted import continues with the stage it had reached. The organization stays invisible
// until its last row is written.

import { parseColumn } from '../api-contract/parse-column.ts';
import { type ImportRow, requireNoOtherImport, updateImport } from '../stores/imports/import-store.ts';

import { ArchiveFolder } from './archive/archive-folder.ts';
import { formatOf } from './formats.ts';
import { importKeyOf } from './import-key.ts';
import { checkOwn, importOwn, isOwn } from './own/import-own.ts';
import type { ImportedDirectory } from './records/directory.ts';
import { type Note, Notes } from './records/notes.ts';
import type { ArchiveReader, ImportChoices } from './records/reader.ts';
import type { ImportReport } from './records/report.ts';
import { refuseTakenHost, unfinishedImport } from './unfinished-import.ts';
import { refuseUnusedChoices } from './unused-choices.ts';
import { beginWriting, type SurveyedArchive, takeOrganizationId } from './write/begin.ts';
import { checkDirectory, withoutDanglingReferences } from './write/check-directory.ts';
import { pictureSettings, writeFiles } from './write/files.ts';
import { finishWriting } from './write/finish.ts';
import { Ids } from './write/ids.ts';
import { writeMessages } from './write/messages.ts';
import { type ImportPlan, idPlanOf } from './write/plan.ts';
import {
  type RelationContext,
  validSubscriptions,
  writeConversations,
  writePins,
  writeReactions,
  writeSubscriptions,
} from './write/relations.ts';
import { Surveyor } from './write/survey.ts';
import type { ImportTarget, Progress } from './write/target.ts';

const stages = [
  'subscriptions',
  'conversations',
  'files',
  'messages',
  'reactions',
  'pins',
  'organization',
] as const;

export interface ImportOptions {
  readonly choices?: ImportChoices;
  readonly progress: Progress;
}

export function importOrganization(
  path: string,
  target: ImportTarget,
  { choices = {}, progress }: ImportOptions,
): Promise<ImportReport> {
  return withFolder(path, { workFolder: target.workFolder, choices, progress }, (folder, opening) =>
    isOwn(folder) ? importOwn(folder, target, opening) : importOther(folder, target, opening),
  );
}

/** Reads and checks the archive at a path as an import does, without writing anything. */
export function checkArchive(
  path: string,
  workFolder: string,
  { choices = {}, progress }: ImportOptions,
): Promise<ImportReport> {
  return withFolder(path, { workFolder, choices, progress }, (folder, opening) =>
    isOwn(folder) ? checkOwn(folder, opening) : checkOther(folder, opening),
  );
}

function importOther(folder: ArchiveFolder, target: ImportTarget, opening: Opening): Promise<ImportReport> {
  const { progress } = opening;
  return withArchive(folder, opening, async ({ title, reader, archive, notes }) => {
    const row = await beginOrContinue(archive, target);
    const plan = parseColumn<ImportPlan>(row.plan);
    await writeStages({ archive, reader, row, plan, notes, target, progress });
    return reportOf(title, archive, notes.all, plan);
  });
}

function checkOther(folder: ArchiveFolder, opening: Opening): Promise<ImportReport> {
  return withArchive(folder, opening, async ({ title, archive, notes }) =>
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
  readonly archive: SurveyedArchive;
  readonly notes: Notes;
}

async function withFolder(
  path: string,
  opening: Opening,
  work: (folder: ArchiveFolder, opening: Opening) => Promise<ImportReport>,
): Promise<ImportReport> {
  const folder = await ArchiveFolder.open(path, opening.workFolder, () =>
    opening.progress('unpacking', 0, undefined),
  );
  try {
    return await work(folder, opening);
  } finally {
    await folder.close();
  }
}

async function withArchive(
  folder: ArchiveFolder,
  { choices, progress }: Opening,
  work: (open: OpenArchive) => Promise<ImportReport>,
): Promise<ImportReport> {
  const format = formatOf(folder);
  refuseUnusedChoices(format.title, format.choices, choices);
  const reader = await format.open(folder, {
    choices,
    progress: (done) => progress('preparing', done, undefined),
  });
  const notes = new Notes();
  const archive = await readArchive(reader, format.name, importKeyOf(folder, choices), { notes, progress });
  return await work({ title: format.title, reader, archive, notes });
}

async function readArchive(
  reader: ArchiveReader,
  format: string,
  key: string,
  { notes, progress }: { readonly notes: Notes; readonly progress: Progress },
): Promise<SurveyedArchive> {
  const unchecked = await reader.directory(notes);
  checkDirectory(unchecked);
  const directory = withoutDanglingReferences(unchecked, notes);
  const survey = await new Surveyor(directory, notes).survey(reader, (done) =>
    progress('reading', done, undefined),
  );
  return { format, key, directory, survey, subscribers: await subscriberCounts(reader, directory) };
}

/** The number of active subscribers with active accounts, by channel. */
async function subscriberCounts(
  reader: ArchiveReader,
  directory: ImportedDirectory,
): Promise<Map<number, number>> {
  const active = new Set(directory.accounts.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
  const counts = new Map<number, number>();
  for await (const { accountId, channelId, isActive } of validSubscriptions(reader, directory))
    if (isActive && active.has(accountId)) counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
  return counts;
}

/** Continues an import of the archive, or begins one. @throws if the host is taken */
async function beginOrContinue(archive: SurveyedArchive, target: ImportTarget): Promise<ImportRow> {
  const { database, host } = target;
  const find = () => unfinishedImport(database, archive.key, host);
  const existing = await find();
  if (existing) return existing;
  await refuseTakenHost(database, host);
  const id = await database.write(0, async (writer) => {
    await requireNoOtherImport(writer);
    return takeOrganizationId(writer, archive.directory.organization.id);
  });
  await database.write(id, (writer) => beginWriting(writer, archive, target));
  const row = await find();
  if (!row) throw new Error('a started import was not found');
  return row;
}

interface Writing {
  readonly archive: SurveyedArchive;
  readonly reader: ArchiveReader;
  readonly row: ImportRow;
  readonly plan: ImportPlan;
  readonly notes: Notes;
  readonly target: ImportTarget;
  readonly progress: Progress;
}

/** Writes the stages that are not yet written. */
async function writeStages({ archive, reader, row, plan, notes, target, progress }: Writing): Promise<void> {
  const { directory, survey } = archive;
  const { database, host } = target;
  const ids = new Ids(idPlanOf(plan, directory, target.organizationUrl));
  const from = stages.indexOf(row.stage as (typeof stages)[number]);
  let current = row.stage;
  const write: RelationContext['write'] = (unit) =>
    database.write(
      ids.organizationId,
      async (writer) => {
        await updateImport(writer, current, { stage: current });
        return unit(writer);
      },
      'command',
    );
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
    pins: () => writePins(context),
    organization: async () => {
      const pictures = await pictureSettings(target, ids.organizationId);
      const { format } = archive;
      const finish = { directory, plan, ids, host, notes: notes.all, format, pictureSettings: pictures };
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
  { directory, survey }: SurveyedArchive,
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
      pins: survey.pins.length,
    },
    missing,
    renumbered: plan
      ? Object.entries(plan.shifts).flatMap(([kind, shift]) => (shift === 0 ? [] : [kind]))
      : [],
  };
}
