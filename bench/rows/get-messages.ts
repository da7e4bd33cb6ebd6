// GET /messages: pages of 100 messages, half of them the newest, half further back. The same rows run on a small and a large
// organization and should give the same figures.

import type { BenchConversation, BenchPerson, Dataset } from '../fill/dataset.ts';
import type { WireRequest } from '../load/jobs.ts';
import { compare } from '../measure/compare.ts';
import { bare, get, inTurn } from '../requests.ts';
import { type Row, row, type Stage } from '../stage.ts';

const PAGE = 100;
/** The number of different requests, so that no cache of a single one can answer. */
const VARIANTS = 300;
const BUDGET = { p50: 1.5, shareOfRate: 1 / 3 };

interface PageRequest {
  readonly person: BenchPerson;
  readonly narrow: readonly unknown[];
  /** Ascending ids among which the page may end. */
  readonly ids: readonly number[];
}

type Feed = (data: Dataset, variant: number) => PageRequest;

/** A conversation of a kind, with enough messages for a page. */
function conversationOf(data: Dataset, variant: number, kind: 'topic' | 'direct'): BenchConversation {
  const candidates = data.conversations.filter(
    ({ channelId, messageIds }) => (channelId !== null) === (kind === 'topic') && messageIds.length > PAGE,
  );
  return inTurn(candidates, variant);
}

function personIn(data: Dataset, conversation: BenchConversation, variant: number): BenchPerson {
  const participants = data.people.filter(({ number }) => conversation.people.includes(number));
  return inTurn(participants, variant * 7);
}

const feeds: Readonly<Record<string, Feed>> = {
  topic(data, variant) {
    const conversation = conversationOf(data, variant, 'topic');
    const narrow = [
      { operator: 'channel', operand: conversation.channelId },
      { operator: 'topic', operand: conversation.topic },
    ];
    return { person: personIn(data, conversation, variant), narrow, ids: conversation.messageIds };
  },
  channel(data, variant) {
    const conversation = conversationOf(data, variant, 'topic');
    const narrow = [{ operator: 'channel', operand: conversation.channelId }];
    return { person: personIn(data, conversation, variant), narrow, ids: conversation.messageIds };
  },
  'direct conversation'(data, variant) {
    const conversation = conversationOf(data, variant, 'direct');
    const person = personIn(data, conversation, variant);
    const others = conversation.people.filter((number) => number !== person.number);
    const ids = data.people.filter(({ number }) => others.includes(number)).map(({ id }) => id);
    return { person, narrow: [{ operator: 'dm', operand: ids }], ids: conversation.messageIds };
  },
  'combined feed'(data, variant) {
    const conversation = conversationOf(data, variant, 'topic');
    return { person: personIn(data, conversation, variant), narrow: [], ids: conversation.messageIds };
  },
  starred(data, variant) {
    const person = inTurn(
      data.people.filter(({ starred }) => starred.length > PAGE),
      variant,
    );
    return { person, narrow: [{ operator: 'is', operand: 'starred' }], ids: person.starred };
  },
};

function requestFor({ person, narrow, ids }: PageRequest, variant: number): WireRequest {
  const first = Math.min(PAGE, ids.length - 1);
  const old = ids[first + ((variant * 31) % (ids.length - first))];
  return get(person, '/messages', {
    anchor: variant % 2 === 0 || old === undefined ? 'newest' : old,
    num_before: PAGE - (variant % 2),
    num_after: 0,
    narrow,
    apply_markdown: true,
    client_gravatar: true,
    allow_empty_topic_name: true,
  });
}

function checkPage(body: string): void {
  const { messages } = JSON.parse(body) as { messages?: unknown[] };
  if (messages?.length !== PAGE)
    throw new Error(`a page has ${messages?.length} messages instead of ${PAGE}`);
}

async function measure(stage: Stage, feed: Feed) {
  const requests = Array.from({ length: VARIANTS }, (_, variant) =>
    requestFor(feed(stage.data, variant), variant),
  );
  const conversations = stage.data.conversations.length;
  const floor = Array.from({ length: VARIANTS }, (_, variant) =>
    bare('GET', `/page?${variant % conversations}`),
  );
  return compare(stage, { requests, floor: () => floor, check: checkPage });
}

/** One row per kind of feed, for an organization with the given number of messages. */
export function getMessagesRows(messages: number): Row[] {
  return Object.entries(feeds).map(([name, feed]) =>
    row(`GET /messages, ${name}, ${messages.toLocaleString('en')} messages`, 'page', BUDGET, (stage) =>
      measure(stage, feed),
    ),
  );
}
