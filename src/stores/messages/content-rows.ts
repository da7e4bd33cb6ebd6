// Reads the content of messages without reading more than one turn of the event loop can serialize. Short contents come with
// the row; of a long one only the size, so that the caller decides when to read it. Both engines know the size of a column
// without reading it.

import { type RawBuilder, sql } from 'kysely';
import type { MessageRow } from '../../model/messages/row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { rawContents, renderedContents } from './lookup-store.ts';

/** Longer contents are read apart from their rows. */
const SHORT_BYTES = 16 * 1024;

/** Which of its two forms the content of a message is read in. */
export type ContentForm = 'html' | 'markdown';

/** The columns of a message that its stable part is made of, besides its content. */
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
    /** Null where it is too long to be read with the row. */
    readonly text: string | null;
    /** Of the content. */
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

/** Messages by id, in no order, with contents that are short; those that do not exist are missing. */
export async function contentRows(
  reader: Reader,
  ids: readonly number[],
  form: ContentForm,
): Promise<ContentRow[]> {
  if (ids.length === 0) return [];
  return rows[form].all(reader, { organization: reader.organizationId, ids: JSON.stringify(ids) });
}

/** The contents of messages, however long, by id. */
export function contentsOf(
  reader: Reader,
  ids: readonly number[],
  form: ContentForm,
): Promise<Map<number, string>> {
  return form === 'html' ? renderedContents(reader, ids) : rawContents(reader, ids);
}

/** What a submessage or an edit takes in JSON besides its contents, about. */
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

/** About how many bytes the submessages and edits of messages take, by id; those without any are missing. */
export async function attachedBytes(
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
