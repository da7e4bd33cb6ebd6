// Narrows for the bench: terms of every kind, with and without matches, most also negated, alone and in pairs.

import type { BenchPerson, Dataset } from '../fill/dataset.ts';
import { inTurn } from '../requests.ts';

export interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated?: boolean;
}

const IS_OPERANDS = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'];
const HAS_OPERANDS = ['link', 'image', 'attachment', 'reaction'];

/** Operands for a person: conversations that they are and are not in, and people with and without shared messages. */
function operandsFor({ conversations, people, fresh, archiveChannelId }: Dataset, person: BenchPerson) {
  const topics = conversations.filter(({ channelId }) => channelId !== null);
  const isOwn = ({ people }: { readonly people: readonly number[] }) => people.includes(person.number);
  const topic = inTurn(topics.filter(isOwn), 3);
  const otherTopic = topics.find((one) => !isOwn(one)) ?? topic;
  const direct = conversations.find((one) => one.channelId === null && isOwn(one));
  const partner = people.find(({ number }) => number !== person.number && direct?.people.includes(number));
  const [other, unrelated] = [
    inTurn(people, person.number + 1),
    fresh[0] ?? inTurn(people, person.number + 2),
  ];
  return { topic, elsewhere: otherTopic, archiveChannelId, other, partner: partner ?? other, unrelated };
}

/** The terms; those in `both` are also used negated. */
function kinds(data: Dataset, person: BenchPerson): { readonly both: Term[]; readonly plain: Term[] } {
  const { topic, elsewhere, archiveChannelId, other, partner, unrelated } = operandsFor(data, person);
  const terms = (operator: string, ...operands: readonly unknown[]) =>
    operands.map((operand): Term => ({ operator, operand }));
  const id = topic.messageIds[topic.messageIds.length >> 1] ?? 0;
  return {
    both: [
      ...terms('channel', topic.channelId),
      ...terms('channels', 'public'),
      ...terms('topic', topic.topic),
      ...terms('sender', other.id),
      ...terms('dm', [partner.id]),
      ...terms('dm-including', partner.id),
      ...terms('mentions', other.id),
      ...terms('in', 'home'),
      ...terms('is', ...IS_OPERANDS),
      ...terms('has', ...HAS_OPERANDS),
      ...terms('search', 'release'),
    ],
    plain: [
      ...terms('channel', elsewhere.channelId, archiveChannelId),
      ...terms('channels', 'web-public', 'archived'),
      ...terms('topic', 'nobody ever wrote here'),
      ...terms('sender', person.id, unrelated.id),
      ...terms('dm', [unrelated.id], []),
      ...terms('dm-including', unrelated.id),
      ...terms('group-pm-with', partner.id),
      ...terms('mentions', person.id, unrelated.id),
      ...terms('in', 'all'),
      ...terms('search', 'nobodyeverwrotethis', 'straßenfest', 'message', '"still think so"'),
      ...terms('id', id),
      ...terms('with', id),
      ...terms('near', String(id)),
    ],
  };
}

/** All narrows: each term alone and, with `withPairs`, all pairs of terms. */
export function narrowsFor(data: Dataset, person: BenchPerson, withPairs: boolean): (readonly Term[])[] {
  const { both, plain } = kinds(data, person);
  const terms = [...both, ...both.map((term) => ({ ...term, negated: true })), ...plain];
  const singleTerms = terms.map((term) => [term]);
  if (!withPairs) return singleTerms;
  return [...singleTerms, ...terms.flatMap((one, at) => terms.slice(at + 1).map((two) => [one, two]))];
}

/** The narrow as text for the search box. */
export function nameOf(terms: readonly Term[]): string {
  return terms
    .map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${operand}`)
    .join(' ');
}
