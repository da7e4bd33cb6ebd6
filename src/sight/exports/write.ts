// Writes a whole export. It is read page by page beside everything else that goes on, each page as it is at its
// moment; messages that arrive meanwhile are left out.

import type { FileStore, LocalFile } from '../../files/file-store.ts';
import { readAvatar } from '../../model/avatars/files.ts';
import { readEmojiPicture } from '../../model/emoji/files.ts';
import { Archive } from '../../model/exports/archive.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { openUpload } from '../../model/uploads/files.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import type { Reader } from '../../storage/session.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import { readEmoji } from '../../stores/emoji/store.ts';
import type { ExportKind } from '../../stores/exports/export.ts';
import { attachmentsOfMessages } from '../../stores/uploads/store.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { exportNames, type FileNames, storeNames } from './file-names.ts';
import { exportedMessages, messagePages, SubscribedTimes, sharedChannels } from './messages.ts';
import { fileNumber, writeOrganization, writePersonal } from './organization-files.ts';
import { writeOwnPart } from './own-part.ts';
import { consentingIds, type ExportScope } from './scope.ts';

export interface ExportSource {
  readonly state: OrganizationState;
  readonly reader: Reader;
  readonly fileStore: FileStore;
  /** All rows as they are at one moment, for the part of a whole export that another server takes in; else it has none. */
  readonly rows?: RowSource;
  /** Called between the steps; throws when the export is to be given up. */
  step(): Promise<void>;
}

/** Writes the export of a kind to a path where there is nothing yet. */
export async function writeExport(source: ExportSource, kind: ExportKind, path: string): Promise<LocalFile> {
  const archive = await Archive.begin(path);
  try {
    await fill(archive, source, kind);
    return await archive.finish();
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function fill(archive: Archive, source: ExportSource, kind: ExportKind): Promise<void> {
  const { state, reader, rows: allRows, fileStore, step } = source;
  // What holds less than everything is no organization.
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
  const times = new SubscribedTimes(reader, scope);
  const channels = await sharedChannels(state.channels.values(), scope, times);
  await writeOrganization(
    archive,
    { state, reader },
    scope,
    channels.map(({ channel }) => channel),
    names,
  );
  await writePersonal(archive, state, reader, scope);
  const uploads = new Map<number, Attachment>();
  let files = 0;
  for await (const rows of messagePages(reader, channels, scope, times)) {
    await source.step();
    if (rows.length === 0) continue;
    files += 1;
    await archive.addJson(`messages/${fileNumber(files)}`, await exportedMessages(reader, rows));
    const linking = rows.filter((row) => row.has_attachment === 1).map((row) => row.id);
    if (linking.length === 0) continue;
    for (const upload of await attachmentsOfMessages(reader, linking)) uploads.set(upload.id, upload);
  }
  await writeUploads(archive, source, [...uploads.values()], names);
  if (own) await writeOwnPart(archive, own);
  else await writePictures(archive, source);
}

/** The uploads that exported messages link. One that was deleted meanwhile is named and missing. */
async function writeUploads(
  archive: Archive,
  source: ExportSource,
  uploads: readonly Attachment[],
  names: FileNames,
): Promise<void> {
  await archive.addJson(
    'uploads',
    uploads.map((upload) => ({
      id: upload.id,
      user_id: upload.account_id,
      name: upload.name,
      path_id: upload.path_id,
      size: upload.size,
      content_type: upload.content_type,
      create_time: upload.created_at,
      file: names.upload(upload),
    })),
  );
  // Another part of the archive holds them.
  if (names === storeNames) return;
  for (const upload of uploads) {
    await source.step();
    const file = await openUpload(source.fileStore, upload.path_id);
    if (!file) continue;
    if (file.size === 0) await file.close();
    const content = file.size === 0 ? [] : await file.stream({ start: 0, end: file.size - 1 });
    await archive.addStream(names.upload(upload), file.size, content);
  }
}

/** Pictures of people and custom emoji. */
async function writePictures(
  archive: Archive,
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
    const bytes = await readEmojiPicture(fileStore, state.id, fileName, 'as it is');
    if (bytes) await archive.addBytes(exportNames.emoji(fileName), bytes);
  }
}
