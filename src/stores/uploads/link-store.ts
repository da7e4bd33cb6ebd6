// Links from messages to uploads.

import type { Attachment } from '../../model/uploads/attachment.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

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
    .limit(p.limit),
);
const newestLinkOfEach = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_attachment')
    .select(({ fn }) => ['attachment_id', fn.max('message_id').as('message_id')])
    .where('attachment_id', 'in', idsOf(engine, p.ids))
    .groupBy('attachment_id'),
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
const insertLink = preparedWrite<{ message: number; attachment: number }>()((db, p) =>
  db.insertInto('message_attachment').values({ message_id: p.message, attachment_id: p.attachment }),
);
const removeLinks = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('message_attachment').where('message_id', 'in', idsOf(engine, p.ids)),
);
const removeLinksOf = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('message_attachment').where('attachment_id', 'in', idsOf(engine, p.ids)),
);

/** The messages that link each upload, ascending; uploads without links are left out. */
export async function linkingMessages(
  reader: Reader,
  attachments: readonly Attachment[],
): Promise<Map<number, number[]>> {
  const result = new Map<number, number[]>();
  if (attachments.length === 0) return result;
  const ids = JSON.stringify(attachments.map((attachment) => attachment.id));
  for (const { attachment_id: id, message_id: message } of await linksOf.all(reader, { ids })) {
    const messages = result.get(id);
    if (messages) messages.push(message);
    else result.set(id, [message]);
  }
  return result;
}

/** At most `limit` messages below an id that link an upload, newest first. */
export async function newestLinking(
  reader: Reader,
  attachmentId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await newestLinks.all(reader, { attachment: attachmentId, before, limit });
  return rows.map((row) => row.message_id);
}

/** The newest message that links each upload; uploads without links are left out. */
export async function newestLinkingEach(
  reader: Reader,
  attachments: readonly Attachment[],
): Promise<Map<number, number>> {
  if (attachments.length === 0) return new Map();
  const ids = JSON.stringify(attachments.map((attachment) => attachment.id));
  const rows = await newestLinkOfEach.all(reader, { ids });
  return new Map(rows.map((row) => [row.attachment_id, Number(row.message_id)]));
}

/** Whether a message in any of the channels links an upload. */
export async function isLinkedIn(
  reader: Reader,
  attachmentId: number,
  channelIds: readonly number[],
): Promise<boolean> {
  if (channelIds.length === 0) return false;
  const values = { attachment: attachmentId, channels: JSON.stringify(channelIds) };
  return (await linkInChannels.first(reader, values)) !== undefined;
}

/** Stores the links of a message to uploads. */
export async function insertLinks(
  writer: Writer,
  messageId: number,
  attachments: readonly Attachment[],
): Promise<void> {
  for (const { id } of attachments) await insertLink.all(writer, { message: messageId, attachment: id });
}

/** Deletes all links of the given messages. */
export async function deleteLinks(writer: Writer, messageIds: readonly number[]): Promise<void> {
  await removeLinks.all(writer, { ids: JSON.stringify(messageIds) });
}

/** Deletes all links to some uploads. */
export async function deleteLinksTo(writer: Writer, attachments: readonly Attachment[]): Promise<void> {
  await removeLinksOf.all(writer, { ids: JSON.stringify(attachments.map((attachment) => attachment.id)) });
}
