// Things looked up for many messages at once: their Markdown sources, their texts for search, who they mention.

import { sql } from 'kysely';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { FlagBit } from './flags.ts';

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

const resembling = preparedRead<{ ids: string; pattern: string }>()((db, p, engine) => {
  const like = sql.raw(engine === 'sqlite' ? 'like' : 'ilike');
  return db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select('message.id')
    .where('message.id', 'in', idsOf(engine, p.ids))
    .where(sql<boolean>`(content ${like} ${p.pattern} or topic_name ${like} ${p.pattern})`);
});

/** All but what has one upper and one lower case wherever letters are compared, and no meaning in a pattern. */
const OTHER = /[^ !-$&-@[\]^`a-hjl-z]+/gi;

/** Those among some messages whose source or topic may hold a phrase: fewer to be read and looked at closely. */
export async function perhapsHolding(
  reader: Reader,
  ids: readonly number[],
  phrase: string,
): Promise<ReadonlySet<number>> {
  const pattern = `%${phrase.replace(OTHER, '%')}%`;
  const rows = await resembling.all(reader, { ids: JSON.stringify(ids), pattern });
  return new Set(rows.map((row) => row.id));
}

/** The HTML of each message. */
export async function renderedContents(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await rendered.all(reader, { ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row.rendered_content]));
}

/** Those among some messages that mention a person by name. */
export async function mentionedAmong(
  reader: Reader,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await mentioned.all(reader, { account: accountId, ids: JSON.stringify(ids) });
  return new Set(rows.filter((row) => (row.flags & FlagBit.mentioned) !== 0).map((row) => row.message_id));
}
