// Writes a whole export. It reads page by page while other work proceeds, each page as of its own time;
// messages that arrive in the meantime are excluded.

import { limits } from '../../api-contract/limits.ts';
import { TarWriter } from '../../archives/tar-writer.ts';
import { bytesOf, type FileStore, type LocalFile } from '../../files/file-store.ts';
import { wireAuditEntry } from '../../model/audit/audit-entry.ts';
import { readAvatar } from '../../model/avatars/avatar-files.ts';
import { readEmojiPicture } from '../../model/emoji/emoji-files.ts';
import type { ExportKind } from '../../model/exports/export-schema.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { openUpload } from '../../model/uploads/upload-files.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { readEntries } from '../../stores/audit/audit-store.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { attachmentsOfMessages } from '../../stores/uploads/upload-store.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { exportNames, type FileNames, storeNames } from './file-names.ts';
import { exportedChannels, exportedMessages, messagePages, SubscriptionPeriodCache } from './messages.ts';
import { fileNumber, writeOrganization, writePersonal } from './organization-files.ts';
import { consentingIds, type ExportScope } from './scope.ts';
import { writeTransferPart } from './transfer-part.ts';

export interface ExportSource {
  readonly state: OrganizationState;
  readonly reader: Reader;
  readonly fileStore: FileStore;
  /**
   * All rows as of one time, for the part of a full export that another server can import; undefined without
   * that part.
   */
  readonly rows?: RowSource;
  /** Whether a full export includes the audit log, which is for owners. */
  readonly hasAuditLog: boolean;
  /** Called between steps; throws if the export is to be aborted. */
  step(): Promise<void>;
}

/** Writes an export of a kind to a path that must not exist yet. */
export async function writeExport(source: ExportSource, kind: ExportKind, path: string): Promise<LocalFile> {
  const archive = await TarWriter.begin(path);
  try {
    await fill(archive, source, kind);
    return await archive.finish();
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function fill(archive: TarWriter, source: ExportSource, kind: ExportKind): Promise<void> {
  const { state, reader, rows: allRows, fileStore, step } = source;
  // Only a full export can be imported as an organization.
  const own =
    kind === 'full_without_consent' && allRows
      ? { rows: allRows, fileStore, organizationId: state.id, step }
      : undefined;
  const scope: ExportScope = {
    kind,
    consentingIds: consentingIds(state, kind),
    newestMessageId: await newestMessageId(reader),
  };
  const names = own ? storeNames : exportNames;
  const periods = new SubscriptionPeriodCache(reader, scope);
  const channels = await exportedChannels(state.channels.values(), scope, periods);
  await writeOrganization(archive, { state, reader }, scope, channels, names);
  await writePersonal(archive, state, reader, scope);
  if (kind === 'full_without_consent' && source.hasAuditLog) await writeAuditLog(archive, source);
  const uploads = new Map<number, Attachment>();
  let files = 0;
  for await (const rows of messagePages(reader, channels, scope, periods)) {
    await source.step();
    if (rows.length === 0) continue;
    files += 1;
    await archive.addJson(`messages/${fileNumber(files)}`, await exportedMessages(reader, rows));
    const linkingIds = rows.filter((row) => row.has_attachment === 1).map((row) => row.id);
    if (linkingIds.length === 0) continue;
    for (const upload of await attachmentsOfMessages(reader, linkingIds)) uploads.set(upload.id, upload);
  }
  const linked = [...uploads.values()];
  await archive.addJson('uploads', describedUploads(linked, names));
  if (own) {
    // The part for another server includes all files.
    await writeTransferPart(archive, own);
  } else {
    await writeUploads(archive, source, linked);
    await writePictures(archive, source);
  }
}

/** The audit log, oldest entries first. */
async function writeAuditLog(archive: TarWriter, { reader, step }: ExportSource): Promise<void> {
  let after = 0;
  for (let files = 1; ; files++) {
    await step();
    const rows = await readEntries(reader, { after, limit: limits.auditEntriesPerRequest });
    const newest = rows[0];
    if (!newest) return;
    await archive.addJson(`audit_log/${fileNumber(files)}`, rows.toReversed().map(wireAuditEntry));
    after = newest.id;
  }
}

/** The list of uploads that exported messages link. */
function describedUploads(uploads: readonly Attachment[], names: FileNames) {
  return uploads.map((upload) => ({
    id: upload.id,
    user_id: upload.account_id,
    name: upload.name,
    path_id: upload.path_id,
    size: upload.size,
    content_type: upload.content_type,
    create_time: upload.created_at,
    file: names.upload(upload),
  }));
}

/** The files of the uploads. One deleted in the meantime is listed but missing. */
async function writeUploads(
  archive: TarWriter,
  source: ExportSource,
  uploads: readonly Attachment[],
): Promise<void> {
  for (const upload of uploads) {
    await source.step();
    const file = await openUpload(source.fileStore, upload.path_id);
    if (!file) continue;
    await archive.addStream(exportNames.upload(upload), file.size, await bytesOf(file));
  }
}

/** Avatars and custom emoji. */
async function writePictures(
  archive: TarWriter,
  { state, reader, fileStore, step }: ExportSource,
): Promise<void> {
  for (const { id, avatarKey } of state.accounts.values()) {
    if (avatarKey === null) continue;
    await step();
    const bytes = await readAvatar(fileStore, state.id, avatarKey, 'medium');
    if (bytes) await archive.addBytes(exportNames.avatar(id), bytes);
  }
  for (const { fileName } of await readEmoji(reader)) {
    await step();
    const bytes = await readEmojiPicture(fileStore, state.id, fileName, 'original');
    if (bytes) await archive.addBytes(exportNames.emoji(fileName), bytes);
  }
}
