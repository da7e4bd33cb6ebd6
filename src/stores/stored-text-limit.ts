// Limits how much text an account may store in drafts, saved snippets, scheduled messages and reminders, each of
// which clients receive as one list.

import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { preparedRead } from '../storage/prepared.ts';
import type { Writer } from '../storage/reader-writer.ts';

const contentBytes = sql<number>`octet_length(content)`;
const contentAndHtmlBytes = sql<number>`octet_length(content) + octet_length(rendered_content)`;

type TextTable = 'draft' | 'saved_snippet' | 'scheduled_message' | 'reminder';
/** Tables with few and short texts. */
type TableWithoutLimit = 'navigation_view' | 'later_conversation' | 'muted_direct_conversation';

function bytesIn(table: TextTable, owner: 'account_id' | 'sender_id', bytes: RawBuilder<number>) {
  return preparedRead<{ account: number }>()((db, p) =>
    db
      .selectFrom(table as 'reminder')
      .select(sql<number>`cast(coalesce(sum(${bytes}), 0) as bigint)`.as('bytes'))
      .where(owner as 'account_id', '=', p.account),
  );
}

const kinds = {
  draft: { bytes: bytesIn('draft', 'account_id', contentBytes), name: 'drafts' },
  saved_snippet: { bytes: bytesIn('saved_snippet', 'account_id', contentBytes), name: 'saved snippets' },
  scheduled_message: {
    bytes: bytesIn('scheduled_message', 'sender_id', contentAndHtmlBytes),
    name: 'scheduled messages',
  },
  reminder: { bytes: bytesIn('reminder', 'account_id', contentAndHtmlBytes), name: 'reminders' },
} as const;

/**
 * Checks the total text of an account in a table after a unit of work has written some; other tables have no limit.
 * @throws 400 if it exceeds `textBytesPerAccount`
 */
export async function checkTextBytes(
  writer: Writer,
  table: TextTable | TableWithoutLimit,
  accountId: number,
): Promise<void> {
  if (!(table in kinds)) return;
  const { bytes, name } = kinds[table as TextTable];
  const row = await bytes.first(writer, { account: accountId });
  if ((row?.bytes ?? 0) <= limits.textBytesPerAccount) return;
  throw badRequest(`Your ${name} take up too much space. Delete some and try again.`);
}
