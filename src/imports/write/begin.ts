// Begins an import: one unit of work that reserves the ids and writes the directory and the import's own row.

import type { Writer } from '../../storage/reader-writer.ts';
import { insertImport, requireNoOtherImport } from '../../stores/imports/import-store.ts';
import { reserveOwnIds } from '../../stores/imports/reserve-ids.ts';
import { sealColumn } from '../../stores/sealed-column.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import { addAccounts, addGroups, type RowContext } from './account-rows.ts';
import { addChannels, addOrganizationTables, addPersonalTables, addUnsentTexts } from './directory-rows.ts';
import { Ids } from './ids.ts';
import { type ImportPlan, idPlanOf, makePlan } from './plan.ts';
import { Renderer } from './renderer.ts';
import { renderingFacts } from './rendering-facts.ts';
import { RowsByTable } from './rows.ts';
import type { Survey } from './survey.ts';
import type { ImportTarget } from './target.ts';

/** An archive after its first reading. */
export interface SurveyedArchive {
  readonly format: string;
  readonly key: string;
  readonly directory: ImportedDirectory;
  readonly survey: Survey;
  /** The number of active subscribers of each channel, by ids of the archive. */
  readonly subscribers: ReadonlyMap<number, number>;
}

/** Reserves an id for the organization: its own if that is free. */
export function takeOrganizationId(writer: Writer, preferred: number | undefined): Promise<number> {
  const id = preferred ?? 1;
  return reserveOwnIds(writer, 'organization', id, id).then((shift) => id + shift);
}

/** Runs in a unit of work of the organization. */
export async function beginWriting(
  writer: Writer,
  archive: SurveyedArchive,
  target: ImportTarget,
): Promise<ImportPlan> {
  const { directory, survey } = archive;
  await requireNoOtherImport(writer);
  const plan = await makePlan(writer, writer.organizationId, directory, survey);
  const ids = new Ids(idPlanOf(plan, directory, target.organizationUrl));
  await writer.db
    .insertInto('organization_sequence')
    .values({ organization_id: writer.organizationId, sequence: survey.end })
    .execute();
  const { systemGroupIds } = plan;
  const context: RowContext = {
    ids,
    survey,
    systemGroupIds,
    keyring: target.keyring,
    systemBotIds: new Map(Object.entries(plan.systemBotIds)),
  };
  const { organizationUrl } = target;
  const renderer = new Renderer(
    renderingFacts(directory, ids, systemGroupIds, survey.periods, organizationUrl),
  );
  const rows = new RowsByTable();
  addAccounts(rows, directory, context);
  addGroups(rows, directory, context);
  addChannels(rows, directory, context, { renderer, subscribers: archive.subscribers });
  addOrganizationTables(rows, directory, context);
  addPersonalTables(rows, directory, context, renderer);
  addUnsentTexts(rows, directory, context, { renderer, organizationUrl, now: writer.now });
  await rows.insert(writer);
  await addBotServices(writer, directory, context);
  await insertImport(writer, {
    organization_id: writer.organizationId,
    archive_key: archive.key,
    format: archive.format,
    host: target.host,
    stage: 'subscriptions',
    parts_done: 0,
    batches_done: 0,
    plan: JSON.stringify(plan),
    notes: '[]',
    started_at: writer.now,
    finished_at: null,
    newest_message_id: survey.messages === 0 ? 0 : ids.of('message', survey.lastId),
  });
  return plan;
}

async function addBotServices(
  writer: Writer,
  directory: ImportedDirectory,
  { ids, keyring }: RowContext,
): Promise<void> {
  if (directory.botServices.length === 0) return;
  for (const service of directory.botServices) {
    await writer.db
      .insertInto('bot_service')
      .values({
        account_id: ids.account(service.accountId),
        organization_id: writer.organizationId,
        name: service.name,
        base_url: service.baseUrl,
        interface: service.interface,
        token: sealColumn(keyring, 'bot-token', service.token),
        config: '{}',
      })
      .execute();
  }
}
