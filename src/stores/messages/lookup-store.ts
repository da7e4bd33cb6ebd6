// Lookups for many messages at once: Markdown sources, HTML, and whether they mention an account.

import { FlagBit } from '../../model/messages/message-flags.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const sources = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('message').select(['id', 'content']).where('id', 'in', idsOf(engine, p.ids)),
);
const rendered = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('message').select(['id', 'rendered_content']).where('id', 'in', idsOf(engine, p.ids)),
);
const mentioned = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['message_id', 'flags'])
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);

/** The Markdown source of each message. */
export async function rawContents(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sources.all(reader, { ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row.content]));
}

/** The HTML of each message. */
export async function renderedContents(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rendered.all(reader, { ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row.rendered_content]));
}

/** The messages that mention an account by name. */
export async function mentionedAmong(
  reader: Reader,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await mentioned.all(reader, { account: accountId, ids: JSON.stringify(ids) });
  return new Set(rows.filter((row) => (row.flags & FlagBit.mentioned) !== 0).map((row) => row.message_id));
}
