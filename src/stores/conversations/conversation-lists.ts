// Lists of conversations: an account's direct ones, those of several accounts, topics of one name in several
// channels. Each comes with its first and last message id, which bound the ids of its messages.

import { sql } from 'kysely';
import type { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from './conversation-store.ts';

/** The range of message ids of a conversation; lists leave out empty conversations. */
export interface ConversationSpan {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

interface SpanRow {
  readonly id: number;
  readonly first_message_id: number | null;
  readonly last_message_id: number | null;
  readonly direct_key?: string | null;
}

const directOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('conversation_participant')
    .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
    .select(['conversation.id', 'first_message_id', 'last_message_id', 'direct_key'])
    .where('conversation_participant.account_id', '=', p.account),
);
const ofTopics = preparedRead<{ channels: string; key: string }>()((db, p, engine) =>
  db
    .selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id'])
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('topic_key', '=', p.key),
);
const ofTopic = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id'])
    .where('channel_id', '=', p.channel)
    .where('topic_key', '=', p.key),
);
const chosenBy = preparedRead<{ account: number; policies: string }>()((db, p, engine) =>
  db
    .selectFrom('user_topic')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.channel_id', '=', 'user_topic.channel_id')
        .onRef('conversation.topic_key', '=', 'user_topic.topic_key'),
    )
    .select(['conversation.id', 'first_message_id', 'last_message_id', 'conversation.channel_id'])
    .where('user_topic.account_id', '=', p.account)
    .where('user_topic.visibility_policy', 'in', idsOf(engine, p.policies)),
);
/**
 * The bounds must be written like those of the partial index. `!` is the character after the space, so the range
 * contains exactly the topics that begin with the mark and a space.
 */
const resolved = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id', 'channel_id'])
    .where('organization_id', '=', p.organization)
    .where(sql<boolean>`topic_key >= '✔ ' and topic_key < '✔!'`),
);
const targetsById = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('conversation')
    .select(['id', 'channel_id', 'topic_name', 'direct_key'])
    .where('id', 'in', idsOf(engine, p.ids)),
);
const conversationByKey = preparedRead<{ organization: number; key: string }>()((db, p) =>
  db
    .selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id'])
    .where('organization_id', '=', p.organization)
    .where('direct_key', '=', p.key),
);

function spansOf(rows: readonly SpanRow[]): ConversationSpan[] {
  const spans: ConversationSpan[] = [];
  for (const { id, first_message_id: first, last_message_id: last } of rows) {
    if (first !== null && last !== null) spans.push({ id, first, last });
  }
  return spans;
}

/**
 * The direct conversations of an account that include all of `others` and have at least `minimumPeople`
 * people.
 */
export async function directSpans(
  reader: Reader,
  accountId: number,
  others: readonly number[] = [],
  minimumPeople = 1,
): Promise<ConversationSpan[]> {
  const rows = await directOf.all(reader, { account: accountId });
  if (others.length === 0 && minimumPeople === 1) return spansOf(rows);
  return spansOf(
    rows.filter(({ direct_key }) => {
      const people = peopleOf(direct_key ?? '');
      return people.length >= minimumPeople && others.every((other) => people.includes(other));
    }),
  );
}

/** The direct conversation of exactly one set of accounts. */
export async function directSpan(reader: Reader, key: string): Promise<ConversationSpan[]> {
  return spansOf(await conversationByKey.all(reader, { organization: reader.organizationId, key }));
}

/** The topics of one name in some channels. */
export async function topicSpans(
  reader: Reader,
  channelIds: readonly number[],
  topicKey: string,
): Promise<ConversationSpan[]> {
  const [only] = channelIds;
  if (only !== undefined && channelIds.length === 1) {
    return spansOf(await ofTopic.all(reader, { channel: only, key: topicKey }));
  }
  return spansOf(await ofTopics.all(reader, { channels: JSON.stringify(channelIds), key: topicKey }));
}

/** The topics for which an account chose one of the policies, within the selected channels. */
export async function chosenSpans(
  reader: Reader,
  accountId: number,
  policies: readonly VisibilityPolicy[],
  includesChannel: (channelId: number) => boolean,
): Promise<ConversationSpan[]> {
  const values = { account: accountId, policies: JSON.stringify(policies) };
  const rows = await chosenBy.all(reader, values);
  return spansOf(rows.filter(({ channel_id }) => channel_id !== null && includesChannel(channel_id)));
}

/** The resolved topics of the selected channels. */
export async function resolvedSpans(
  reader: Reader,
  includesChannel: (channelId: number) => boolean,
): Promise<ConversationSpan[]> {
  const rows = await resolved.all(reader, { organization: reader.organizationId });
  return spansOf(rows.filter(({ channel_id }) => channel_id !== null && includesChannel(channel_id)));
}

/** The channel and topic, or the accounts, of a conversation. */
export interface ConversationTarget {
  readonly id: number;
  readonly channel_id: number | null;
  readonly topic_name: string;
  readonly direct_key: string | null;
}

/** The channel and topic, or the accounts, of conversations; missing conversations are left out. */
export async function conversationTargets(
  reader: Reader,
  ids: readonly number[],
): Promise<ConversationTarget[]> {
  return ids.length === 0 ? [] : targetsById.all(reader, { ids: JSON.stringify(ids) });
}
