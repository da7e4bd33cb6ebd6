// Reads message content without reading more than one turn of the event loop can serialize. Short content
// comes with the row; for long content the row has only its size, and the caller decides when to read it.
// Both engines know the size of a column without reading it.

import { type RawBuilder, sql } from 'kysely';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { rawContents, renderedContents } from './lookup-store.ts';

/** Longer content is read separately from its row. */
const SHORT_BYTES = 16 * 1024;

/** The form in which the content of a message is read. */
export type ContentForm = 'html' | 'markdown';

/** The message columns, besides content, that its viewer-independent JSON is made of. */
export type StableColumns = Pick<
  MessageRow,
  | 'id'
  | 'sender_id'
  | 'channel_id'
  | 'conversation_id'
  | 'sent_at'
  | 'client'
  | 'is_me_message'
  | 'last_edited_at'
  | 'last_moved_at'
>;

/** A message with its content in one form. */
export type ContentRow = StableColumns &
  Pick<MessageRow, 'has_reaction' | 'has_submessage' | 'has_edits'> & {
    /** Null if the content is too long to read with the row. */
    readonly text: string | null;
    /** Size of the content. */
    readonly bytes: number;
  };

const columns = { html: sql.ref('rendered_content'), markdown: sql.ref('content') } as const;

function rowsIn(form: ContentForm) {
  const column: RawBuilder<unknown> = columns[form];
  return preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
    db
      .selectFrom('message')
      .select([
        'id',
        'sender_id',
        'channel_id',
        'conversation_id',
        'sent_at',
        'client',
        'is_me_message',
        'last_edited_at',
        'last_moved_at',
        'has_reaction',
        'has_submessage',
        'has_edits',
        sql<
          string | null
        >`case when octet_length(${column}) <= ${sql.lit(SHORT_BYTES)} then ${column} end`.as('text'),
        sql<number>`octet_length(${column})`.as('bytes'),
      ])
      .where('id', 'in', idsOf(engine, p.ids))
      .where('organization_id', '=', p.organization),
  );
}

const rows = { html: rowsIn('html'), markdown: rowsIn('markdown') } as const;

/** Messages by id, unordered, with their content if it is short; missing messages are left out. */
export async function contentRows(
  reader: Reader,
  ids: readonly number[],
  form: ContentForm,
): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return rows[form].all(reader, { organization: reader.organizationId, ids: JSON.stringify(ids) });
}

/** The content of messages of any length, by id. */
export function contentsOf(
  reader: Reader,
  ids: readonly number[],
  form: ContentForm,
): Promise<Map<number, string>> {
  return form === 'html' ? renderedContents(reader, ids) : rawContents(reader, ids);
}

/** Approximate JSON size of a submessage or an edit without its content. */
const ROW_BYTES = 200;

const submessageSizes = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('submessage')
    .select([
      'message_id',
      sql<number>`cast(sum(octet_length(content) + ${sql.lit(ROW_BYTES)}) as bigint)`.as('bytes'),
    ])
    .where('message_id', 'in', idsOf(engine, p.ids))
    .groupBy('message_id'),
);
const editSizes = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_edit')
    .select([
      'message_id',
      sql<number>`cast(sum(coalesce(octet_length(prev_content), 0)
        + coalesce(octet_length(prev_rendered_content), 0) + ${sql.lit(ROW_BYTES)}) as bigint)`.as('bytes'),
    ])
    .where('message_id', 'in', idsOf(engine, p.ids))
    .groupBy('message_id'),
);

type Sized = Pick<ContentRow, 'id' | 'has_submessage' | 'has_edits'>;

/**
 * Approximate size in bytes of the submessages and edits of messages, by id; messages without any are left
 * out.
 */
export async function submessageAndEditBytes(
  reader: Reader,
  messages: readonly Sized[],
): Promise<ReadonlyMap<number, number>> {
  const result = new Map<number, number>();
  for (const [sizes, flag] of [
    [submessageSizes, 'has_submessage'],
    [editSizes, 'has_edits'],
  ] as const) {
    const ids = messages.filter((message) => message[flag] === 1).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const { message_id: id, bytes } of await sizes.all(reader, { ids: JSON.stringify(ids) }))
      result.set(id, (result.get(id) ?? 0) + bytes);
  }
  return result;
}
