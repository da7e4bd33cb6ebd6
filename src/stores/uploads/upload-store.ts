// Uploads. The messages that link them are in `link-store.ts`, their total size in `usage-store.ts`.

import type { Attachment } from '../../model/uploads/attachment.ts';
import { parseUploadPath, pathIdOfUrl } from '../../model/uploads/path-id.ts';
import { idsOf, preparedRead, preparedWrite, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { deleteLinksTo } from './link-store.ts';
import { adjustUsage } from './usage-store.ts';

const byId = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db
    .selectFrom('attachment')
    .selectAll()
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization),
);
const byPaths = preparedRead<{ organization: number; paths: string }>()((db, p, engine) =>
  db
    .selectFrom('attachment')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('path_id', 'in', textsOf(engine, p.paths))
    .orderBy('id'),
);
const ofAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('attachment').selectAll().where('account_id', '=', p.account).orderBy('id'),
);
const ofMessages = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('attachment')
    .selectAll()
    .where('id', 'in', (e) =>
      e
        .selectFrom('message_attachment')
        .select('attachment_id')
        .where('message_id', 'in', idsOf(engine, p.ids)),
    )
    .orderBy('id'),
);
const insert = preparedWrite<Omit<Attachment, 'id'>>()((db, p) =>
  db
    .insertInto('attachment')
    .values({
      organization_id: p.organization_id,
      account_id: p.account_id,
      path_id: p.path_id,
      name: p.name,
      size: p.size,
      content_type: p.content_type,
      created_at: p.created_at,
      image_width: p.image_width,
      image_height: p.image_height,
      is_animated: p.is_animated,
      is_transcoded: p.is_transcoded,
      recording_seconds: p.recording_seconds,
      waveform: p.waveform,
    })
    .returning('id'),
);
const remove = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('attachment').where('id', 'in', idsOf(engine, p.ids)),
);

/** An upload of the organization by its id. */
export function attachmentById(reader: Reader, id: number): Promise<Attachment | undefined> {
  return byId.first(reader, { organization: reader.organizationId, id });
}

/** Uploads by path, without an access check; missing ones are left out. */
export async function attachmentsByPath(reader: Reader, pathIds: readonly string[]): Promise<Attachment[]> {
  // Also excludes characters that databases cannot store, such as NUL.
  const possible = pathIds.filter((pathId) => parseUploadPath(pathId) !== undefined);
  if (possible.length === 0) return [];
  return byPaths.all(reader, { organization: reader.organizationId, paths: JSON.stringify(possible) });
}

/** Uploads by the addresses at which texts link them. */
export function attachmentsAt(reader: Reader, urls: readonly string[]): Promise<Attachment[]> {
  const pathIds = urls.map(pathIdOfUrl).filter((pathId) => pathId !== undefined);
  return attachmentsByPath(reader, [...new Set(pathIds)]);
}

/** The uploads of an account, oldest first. */
export function attachmentsOf(reader: Reader, accountId: number): Promise<Attachment[]> {
  return ofAccount.all(reader, { account: accountId });
}

/** The uploads linked by any of the given messages. */
export async function attachmentsOfMessages(
  reader: Reader,
  messageIds: readonly number[],
): Promise<Attachment[]> {
  return ofMessages.all(reader, { ids: JSON.stringify(messageIds) });
}

/** Stores an upload whose file is on disk. */
export async function insertAttachment(
  writer: Writer,
  attachment: Omit<Attachment, 'id' | 'organization_id'>,
): Promise<Attachment> {
  const fields = { ...attachment, organization_id: writer.organizationId };
  const row = await insert.first(writer, fields);
  if (!row) throw new Error('an attachment was not inserted');
  await adjustUsage(writer, attachment.size);
  return { ...fields, id: row.id };
}

/** Removes uploads and their links; callers remove the files. */
export async function deleteAttachmentRows(
  writer: Writer,
  attachments: readonly Attachment[],
): Promise<void> {
  await deleteLinksTo(writer, attachments);
  await remove.all(writer, { ids: JSON.stringify(attachments.map((attachment) => attachment.id)) });
  await adjustUsage(writer, -attachments.reduce((sum, attachment) => sum + attachment.size, 0));
}
