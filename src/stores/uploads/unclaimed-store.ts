// Uploads that no message links. Being named in unsent text also counts as use.

import type { Attachment } from '../../model/uploads/attachment.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const unclaimed = preparedRead<{ organization: number; before: number; after: number; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('attachment')
      .selectAll()
      .where('organization_id', '=', p.organization)
      .where('created_at', '<', p.before)
      .where('id', '>', p.after)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('message_attachment')
              .select('message_id')
              .whereRef('message_attachment.attachment_id', '=', 'attachment.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(p.limit),
);

/** Uploads older than a time that no message links, with ids above `after`, ascending. */
export function unclaimedBefore(
  reader: Reader,
  before: number,
  after: number,
  limit: number,
): Promise<Attachment[]> {
  return unclaimed.all(reader, { organization: reader.organizationId, before, after, limit });
}

/** Tables with text that has not been sent. */
export type UnsentTextTable = 'scheduled_message' | 'draft' | 'saved_snippet';

/** The ids of uploads named by a text in any of the tables. */
export async function namedInTexts(
  reader: Reader,
  kinds: readonly UnsentTextTable[],
  attachments: readonly Attachment[],
): Promise<Set<number>> {
  if (attachments.length === 0) return new Set();
  const { organizationId } = reader;
  const texts: string[] = [];
  for (const table of kinds) {
    const rows = await reader.db
      .selectFrom(table)
      .select('content')
      .where('organization_id', '=', organizationId)
      .where('content', 'like', '%/user_uploads/%')
      .execute();
    texts.push(...rows.map((row) => row.content));
  }
  const namedAttachments = attachments.filter(({ path_id: path }) => {
    // Without the file name, which may be encoded in several ways.
    const prefix = path.slice(0, path.lastIndexOf('/'));
    return texts.some((text) => text.includes(prefix));
  });
  return new Set(namedAttachments.map((attachment) => attachment.id));
}
