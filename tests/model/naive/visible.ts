// What accounts see of the naive model: messages, flags, unread lists and receipts.

import type { NaiveModel } from '../naive-model.ts';
import type { Flag, NaiveMessage } from './message.ts';

/** Whether an account may read a message: it was received, or the channel shares its history. */
export function mayRead({ organization }: NaiveModel, person: number, message: NaiveMessage): boolean {
  const { conversation } = message;
  if ('people' in conversation) return message.rows.has(person);
  if (!organization.maySee(person, conversation.channel)) return false;
  return organization.channels.get(conversation.channel)?.privacy !== 'protected' || message.rows.has(person);
}

export function readable(model: NaiveModel, person: number): NaiveMessage[] {
  return [...model.messages.values()].filter((message) => mayRead(model, person, message));
}

export function flagsOf(person: number, message: NaiveMessage): Flag[] {
  return [...(message.rows.get(person) ?? (['read', 'historical'] as const))].sort();
}

/** The message ids of an account's own history. */
export function historyOf(model: NaiveModel, person: number): number[] {
  return sortedIds(readable(model, person).filter((message) => message.rows.has(person)));
}

function unread(model: NaiveModel, person: number): NaiveMessage[] {
  return [...model.messages.values()].filter((message) => message.rows.get(person)?.has('read') === false);
}

function isMuted({ organization }: NaiveModel, person: number, { conversation }: NaiveMessage): boolean {
  return 'channel' in conversation && organization.isTopicMuted(person, conversation);
}

export function unreadIds(model: NaiveModel, person: number): number[] {
  return sortedIds(unread(model, person));
}

export function unreadCount(model: NaiveModel, person: number): number {
  return unread(model, person).filter((message) => !isMuted(model, person, message)).length;
}

export function unreadMentions(model: NaiveModel, person: number): number[] {
  return sortedIds(
    unread(model, person).filter((message) => {
      const flags = message.rows.get(person);
      if (flags?.has('mentioned')) return true;
      const isWildcard = flags?.has('stream_wildcard_mentioned') || flags?.has('topic_wildcard_mentioned');
      return isWildcard && !isMuted(model, person, message);
    }),
  );
}

/** The receipts of a message as `requester` sees them. */
export function readersOf({ organization }: NaiveModel, message: NaiveMessage, requester: number): number[] {
  const { inactive, mutedPeople } = organization;
  return [...message.rows]
    .filter(([person, flags]) => flags.has('read') && person !== message.sender && !inactive.has(person))
    .filter(([person]) => !message.movedIn.has(person))
    .map(([person]) => person)
    .filter(
      (person) => !mutedPeople.has(`${person} ${requester}`) && !mutedPeople.has(`${requester} ${person}`),
    )
    .sort((a, b) => a - b);
}

function sortedIds(messages: readonly NaiveMessage[]): number[] {
  return messages.map(({ id }) => id).sort((a, b) => a - b);
}
