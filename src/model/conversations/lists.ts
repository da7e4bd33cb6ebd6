// Lists of conversations: the direct ones of a person, those of people together, topics of one name in several
// channels. With the first and last message of each, so that a reader knows where it lies among the ids.

import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { peopleOf } from './store.ts';

/** A conversation's part of the id axis; empty ones are left out of all lists. */
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
const followedBy = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.channel_id', '=', 'user_topic.channel_id')
        .onRef('conversation.topic_key', '=', 'user_topic.topic_key'),
    )
    .select(['conversation.id', 'first_message_id', 'last_message_id'])
    .where('user_topic.account_id', '=', p.account)
    .where('user_topic.visibility_policy', '=', 3),
);
const one = preparedRead<{ organization: number; key: string }>()((db, p) =>
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

/** The direct conversations of a person; those with all of `others` and at least `minimumPeople` in them. */
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

/** The direct conversation of exactly one set of people. */
export async function directSpan(reader: Reader, key: string): Promise<ConversationSpan[]> {
  return spansOf(await one.all(reader, { organization: reader.organizationId, key }));
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

/** The topics that a person follows. */
export async function followedSpans(reader: Reader, accountId: number): Promise<ConversationSpan[]> {
  return spansOf(await followedBy.all(reader, { account: accountId }));
}
