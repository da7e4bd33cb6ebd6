// One term of every kind that a narrow can have, some that find something and some that find nothing, and the complements
// of most; and the narrows that are made of them, alone and in pairs.

import type { BenchPerson, Dataset } from '../fill/dataset.ts';
import { inTurn } from '../requests.ts';

export interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated?: boolean;
}

const IS = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'];
const HAS = ['link', 'image', 'attachment', 'reaction'];

/** What there is to ask for: where somebody takes part and where they do not, whom they know and whom they never met. */
function thingsFor({ conversations, people, fresh, archiveChannelId }: Dataset, person: BenchPerson) {
  const topics = conversations.filter(({ channelId }) => channelId !== null);
  const isOwn = ({ people }: { readonly people: readonly number[] }) => people.includes(person.number);
  const topic = inTurn(topics.filter(isOwn), 3);
  const elsewhere = topics.find((one) => !isOwn(one)) ?? topic;
  const direct = conversations.find((one) => one.channelId === null && isOwn(one));
  const partner = people.find(({ number }) => number !== person.number && direct?.people.includes(number));
  const [other, stranger] = [
    inTurn(people, person.number + 1),
    fresh[0] ?? inTurn(people, person.number + 2),
  ];
  return { topic, elsewhere, archiveChannelId, other, partner: partner ?? other, stranger };
}

/** The terms, by whether their complement is asked for, too. */
function kinds(data: Dataset, person: BenchPerson): { readonly both: Term[]; readonly plain: Term[] } {
  const { topic, elsewhere, archiveChannelId, other, partner, stranger } = thingsFor(data, person);
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
      ...terms('is', ...IS),
      ...terms('has', ...HAS),
      ...terms('search', 'release'),
    ],
    plain: [
      ...terms('channel', elsewhere.channelId, archiveChannelId),
      ...terms('channels', 'web-public', 'archived'),
      ...terms('topic', 'nobody ever wrote here'),
      ...terms('sender', person.id, stranger.id),
      ...terms('dm', [stranger.id], []),
      ...terms('dm-including', stranger.id),
      ...terms('group-pm-with', partner.id),
      ...terms('mentions', person.id, stranger.id),
      ...terms('in', 'all'),
      ...terms('search', 'nobodyeverwrotethis', 'straßenfest', 'message', '"still think so"'),
      ...terms('id', id),
      ...terms('with', id),
      ...terms('near', String(id)),
    ],
  };
}

/** Everything to ask for, alone or also in pairs. */
export function narrowsFor(data: Dataset, person: BenchPerson, withPairs: boolean): (readonly Term[])[] {
  const { both, plain } = kinds(data, person);
  const terms = [...both, ...both.map((term) => ({ ...term, negated: true })), ...plain];
  const alone = terms.map((term) => [term]);
  if (!withPairs) return alone;
  return [...alone, ...terms.flatMap((one, at) => terms.slice(at + 1).map((two) => [one, two]))];
}

/** As somebody would write it into a search box. */
export function nameOf(terms: readonly Term[]): string {
  return terms
    .map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}:${operand}`)
    .join(' ');
}
