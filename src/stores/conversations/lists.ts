// Lists of conversations: the direct ones of a person, those of people together, topics of one name in several
// channels. With the first and last message of each, so that a reader knows where it lies among the ids.

import { sql } from 'kysely';
import type { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { peopleOf } from './conversation-store.ts';

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
/** The bounds must stand literally: a partial index is made of them. What follows the mark's blank sorts before `!`. */
const resolved = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('conversation')
    .select(['id', 'first_message_id', 'last_message_id', 'channel_id'])
    .where('organization_id', '=', p.organization)
    .where(sql<boolean>`topic_key >= '✔ ' and topic_key < '✔!'`),
);
const placesOfIds = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('conversation')
    .select(['id', 'channel_id', 'topic_name', 'direct_key'])
    .where('id', 'in', idsOf(engine, p.ids)),
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

/** The topics of some channels for which a person chose one of some policies. */
export async function chosenSpans(
  reader: Reader,
  accountId: number,
  policies: readonly VisibilityPolicy[],
  isAsked: (channelId: number) => boolean,
): Promise<ConversationSpan[]> {
  const values = { account: accountId, policies: JSON.stringify(policies) };
  const rows = await chosenBy.all(reader, values);
  return spansOf(rows.filter(({ channel_id }) => channel_id !== null && isAsked(channel_id)));
}

/** The resolved topics of some channels. */
export async function resolvedSpans(
  reader: Reader,
  isAsked: (channelId: number) => boolean,
): Promise<ConversationSpan[]> {
  const rows = await resolved.all(reader, { organization: reader.organizationId });
  return spansOf(rows.filter(({ channel_id }) => channel_id !== null && isAsked(channel_id)));
}

/** Where the messages of a conversation stand, and who is in it. */
export interface ConversationPlace {
  readonly id: number;
  readonly channel_id: number | null;
  readonly topic_name: string;
  readonly direct_key: string | null;
}

/** The places of conversations; those that are gone are missing. */
export async function conversationPlaces(
  reader: Reader,
  ids: readonly number[],
): Promise<ConversationPlace[]> {
  return ids.length === 0 ? [] : placesOfIds.all(reader, { ids: JSON.stringify(ids) });
}
