// Uploads in the database, and which messages link them.

import { idsOf, preparedRead, preparedWrite, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import type { Attachment } from './attachment.ts';
import { uploadPlace } from './path-id.ts';

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
const linksOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_attachment')
    .select(['attachment_id', 'message_id'])
    .where('attachment_id', 'in', idsOf(engine, p.ids))
    .orderBy('message_id'),
);
const newestLinks = preparedRead<{ attachment: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message_attachment')
    .select('message_id')
    .where('attachment_id', '=', p.attachment)
    .where('message_id', '<', p.before)
    .orderBy('message_id', 'desc')
    .limit(p.limit as never),
);
const linkInChannels = preparedRead<{ attachment: number; channels: string }>()((db, p, engine) =>
  db
    .selectFrom('message_attachment')
    .innerJoin('message', 'message.id', 'message_attachment.message_id')
    .select('message.id')
    .where('message_attachment.attachment_id', '=', p.attachment)
    .where('message.channel_id', 'in', idsOf(engine, p.channels))
    .limit(1),
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
    })
    .returning('id'),
);
const insertLink = preparedWrite<{ message: number; attachment: number }>()((db, p) =>
  db.insertInto('message_attachment').values({ message_id: p.message, attachment_id: p.attachment }),
);
const removeLinks = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('message_attachment').where('message_id', 'in', idsOf(engine, p.ids)),
);
const removeLinksOf = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('message_attachment').where('attachment_id', 'in', idsOf(engine, p.ids)),
);
const remove = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('attachment').where('id', 'in', idsOf(engine, p.ids)),
);
const usage = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('upload_usage').select('bytes').where('organization_id', '=', p.organization),
);
const setUsage = preparedWrite<{ organization: number; bytes: number }>()((db, p) =>
  db
    .insertInto('upload_usage')
    .values({ organization_id: p.organization, bytes: p.bytes })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ bytes: p.bytes })),
);

/** An upload of the organization by its id. */
export function attachmentById(reader: Reader, id: number): Promise<Attachment | undefined> {
  return byId.first(reader, { organization: reader.organizationId, id });
}

/** Uploads by their paths; those that do not exist are missing. Says nothing about who may see them. */
export async function attachmentsByPath(reader: Reader, pathIds: readonly string[]): Promise<Attachment[]> {
  // Also keeps out what no database holds, such as NUL.
  const possible = pathIds.filter((pathId) => uploadPlace(pathId) !== undefined);
  if (possible.length === 0) return [];
  return byPaths.all(reader, { organization: reader.organizationId, paths: JSON.stringify(possible) });
}

/** What an account uploaded, oldest first. */
export function attachmentsOf(reader: Reader, accountId: number): Promise<Attachment[]> {
  return ofAccount.all(reader, { account: accountId });
}

/** What any of some messages links. */
export async function attachmentsOfMessages(
  reader: Reader,
  messageIds: readonly number[],
): Promise<Attachment[]> {
  return ofMessages.all(reader, { ids: JSON.stringify(messageIds) });
}

/** The messages that link each upload, ascending; those that nothing links are missing. */
export async function linkingMessages(
  reader: Reader,
  attachments: readonly Attachment[],
): Promise<Map<number, number[]>> {
  const result = new Map<number, number[]>();
  if (attachments.length === 0) return result;
  const ids = JSON.stringify(attachments.map((attachment) => attachment.id));
  for (const { attachment_id: id, message_id: message } of await linksOf.all(reader, { ids })) {
    const present = result.get(id);
    if (present) present.push(message);
    else result.set(id, [message]);
  }
  return result;
}

/** Some of the messages that link an upload, newest first, below an id. */
export async function newestLinking(
  reader: Reader,
  attachmentId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await newestLinks.all(reader, { attachment: attachmentId, before, limit });
  return rows.map((row) => row.message_id);
}

/** Whether a message of one of some channels links an upload. */
export async function isLinkedIn(
  reader: Reader,
  attachmentId: number,
  channelIds: readonly number[],
): Promise<boolean> {
  if (channelIds.length === 0) return false;
  const values = { attachment: attachmentId, channels: JSON.stringify(channelIds) };
  return (await linkInChannels.first(reader, values)) !== undefined;
}

/** The bytes that the organization's uploads take. */
export async function usedSpace(reader: Reader): Promise<number> {
  return (await usage.first(reader, { organization: reader.organizationId }))?.bytes ?? 0;
}

async function changeUsage(writer: Writer, by: number): Promise<void> {
  const bytes = (await usedSpace(writer)) + by;
  await setUsage.all(writer, { organization: writer.organizationId, bytes });
}

/** Stores an upload whose file is on disk. */
export async function insertAttachment(
  writer: Writer,
  attachment: Omit<Attachment, 'id' | 'organization_id'>,
): Promise<Attachment> {
  const fields = { ...attachment, organization_id: writer.organizationId };
  const row = await insert.first(writer, fields);
  if (!row) throw new Error('an attachment was not inserted');
  await changeUsage(writer, attachment.size);
  return { ...fields, id: row.id };
}

/** Notes that a message links uploads. */
export async function insertLinks(
  writer: Writer,
  messageId: number,
  attachments: readonly Attachment[],
): Promise<void> {
  for (const { id } of attachments) await insertLink.all(writer, { message: messageId, attachment: id });
}

/** Takes back every link of some messages. */
export async function deleteLinks(writer: Writer, messageIds: readonly number[]): Promise<void> {
  await removeLinks.all(writer, { ids: JSON.stringify(messageIds) });
}

/** Removes uploads and their links; the files are the caller's. */
export async function deleteAttachmentRows(
  writer: Writer,
  attachments: readonly Attachment[],
): Promise<void> {
  const ids = JSON.stringify(attachments.map((attachment) => attachment.id));
  await removeLinksOf.all(writer, { ids });
  await remove.all(writer, { ids });
  await changeUsage(writer, -attachments.reduce((sum, attachment) => sum + attachment.size, 0));
}
