// Stores the per-account state of messages: read marks, exceptions, stars and mentions.

import { FlagBit } from '../../src/model/messages/message-flags.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import type { BenchConversation } from './dataset.ts';
import type { Plan } from './plan.ts';

/** Every fourth person is a little behind in a conversation. */
const BEHIND_EVERY = 4;
const BEHIND_MESSAGES = 3;
/** Every fiftieth person left an old message unread. */
const HOLE_EVERY = 50;
export const PEOPLE_WITH_STARS = 50;
const STARS = 200;
const MENTIONS_EVERY = 100;

/** Stores read marks; fresh people have none. */
export async function fillReadStates(
  writer: Writer,
  plan: Plan,
  conversations: readonly BenchConversation[],
  personIds: readonly number[],
): Promise<void> {
  for (const [index, { conversationId, people, messageIds }] of conversations.entries()) {
    const readers = people.filter((person) => !plan.isFresh(person));
    const last = messageIds.at(-1) ?? 0;
    const behind = messageIds.at(-1 - BEHIND_MESSAGES) ?? 0;
    const states = readers.map((person) => [
      personIds[person],
      (person + index) % BEHIND_EVERY === 0 ? behind : last,
    ]);
    await writer.execute(
      `insert into read_state (organization_id, account_id, conversation_id, read_through)
       select ?, value ->> 0, ?, value ->> 1 from json_each(?)`,
      [writer.organizationId, conversationId, JSON.stringify(states)],
    );
    const hole = messageIds[messageIds.length >> 1] ?? 0;
    const leftUnread = readers.filter((person) => (person + index) % HOLE_EVERY === 0);
    await writer.execute(
      `insert into read_exception (organization_id, account_id, message_id, conversation_id, is_read)
       select ?, value, ?, ?, 0 from json_each(?)`,
      [
        writer.organizationId,
        hole,
        conversationId,
        JSON.stringify(leftUnread.map((person) => personIds[person])),
      ],
    );
  }
}

/** Stars messages in a person's conversations; returns their ids. */
export async function fillStars(
  writer: Writer,
  accountId: number,
  number: number,
  conversations: readonly BenchConversation[],
): Promise<number[]> {
  const own = conversations.filter(({ people }) => people.includes(number));
  const starred = new Set<number>();
  for (let star = 0; star < STARS; star++) {
    const { messageIds } = own[(star * 7 + number) % own.length] ?? { messageIds: [] };
    const id = messageIds[(star * 7919 + number * 31) % messageIds.length];
    if (id !== undefined) starred.add(id);
  }
  await insertPersonal(
    writer,
    FlagBit.starred,
    [...starred].map((id) => [accountId, id]),
  );
  return [...starred].sort((a, b) => a - b);
}

/** Stores a mention of one person in every hundredth message of a conversation. */
export async function fillMentions(
  writer: Writer,
  conversations: readonly BenchConversation[],
  personIds: readonly number[],
): Promise<void> {
  for (const { people, messageIds } of conversations) {
    const mentions: (readonly [number, number])[] = [];
    for (let index = MENTIONS_EVERY >> 1; index < messageIds.length; index += MENTIONS_EVERY) {
      const account = personIds[people[index % people.length] ?? 0];
      const id = messageIds[index];
      if (account !== undefined && id !== undefined) mentions.push([account, id]);
    }
    await insertPersonal(writer, FlagBit.mentioned, mentions);
  }
}

async function insertPersonal(
  writer: Writer,
  bit: number,
  pairs: readonly (readonly [number, number])[],
): Promise<void> {
  await writer.execute(
    `insert into personal_message (organization_id, account_id, message_id, flags)
     select ?, value ->> 0, value ->> 1, ? from json_each(?) where true
     on conflict (account_id, message_id) do update set flags = personal_message.flags | excluded.flags`,
    [writer.organizationId, bit, JSON.stringify(pairs)],
  );
}
