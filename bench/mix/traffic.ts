// The traffic of people at work: what their clients send, in the shares that the reference server publishes for its own
// hosting. Polls follow from events.

import type { BenchConversation, BenchPerson, Dataset } from '../fill/dataset.ts';
import type { MixedKind, WireRequest } from '../load/jobs.ts';
import { SENT_TEXT } from '../load/mixed-traffic.ts';
import { bare, capabilities, floorInsert, get, inTurn, post } from '../requests.ts';

/** Different requests of each kind. */
const VARIANTS = 1000;
/** Reactions, each of which can be given once. */
const REACTIONS = 20_000;
const PAGE = 100;
const FLAGGED = 10;

/** A person, and a topic that they are in. */
interface Visit {
  readonly person: BenchPerson;
  readonly topic: BenchConversation;
}

/** Different people in different topics, by number. */
function visits({ people, conversations }: Dataset): (number: number) => Visit {
  const topics = conversations.filter(
    ({ channelId, messageIds }) => channelId !== null && messageIds.length > 0,
  );
  const membersOf = new Map<BenchConversation, readonly BenchPerson[]>();
  return (number) => {
    const topic = inTurn(topics, number);
    let members = membersOf.get(topic);
    if (!members) {
      members = people.filter((person) => topic.people.includes(person.number));
      membersOf.set(topic, members);
    }
    return { topic, person: inTurn(members, number * 7) };
  };
}

function presence({ person }: Visit): WireRequest {
  return post(person, '/users/me/presence', { status: 'active', new_user_input: true, ping_only: true });
}

function page({ person, topic }: Visit): WireRequest {
  const narrow = [
    { operator: 'channel', operand: topic.channelId },
    { operator: 'topic', operand: topic.topic },
  ];
  return get(person, '/messages', { narrow, anchor: 'newest', num_before: PAGE, num_after: 0 });
}

function flags({ person, topic }: Visit, op: 'add' | 'remove'): WireRequest {
  return post(person, '/messages/flags', { messages: topic.messageIds.slice(-FLAGGED), op, flag: 'read' });
}

function send({ person, topic }: Visit): WireRequest {
  const content = `The **release** is ready, see https://example.com/builds ${SENT_TEXT}`;
  return post(person, '/messages', { type: 'channel', to: topic.channelId, topic: topic.topic, content });
}

function register({ person }: Visit): WireRequest {
  return post(person, '/register', {
    apply_markdown: true,
    client_gravatar: true,
    slim_presence: true,
    include_subscribers: 'partial',
    client_capabilities: capabilities,
  });
}

/** Reactions to each message of each topic. */
function reactions({ people, conversations }: Dataset): WireRequest[] {
  const result: WireRequest[] = [];
  for (const { channelId, messageIds, people: numbers } of conversations) {
    const members = people.filter(({ number }) => numbers.includes(number));
    if (channelId === null || members.length === 0) continue;
    for (const id of messageIds) {
      if (result.length === REACTIONS) return result;
      result.push(post(inTurn(members, id), `/messages/${id}/reactions`, { emoji_name: 'octopus' }));
    }
  }
  return result;
}

/** What clients send to the server, by kind. */
export function trafficOf(data: Dataset): MixedKind[] {
  const visit = visits(data);
  const variants = (make: (number: number) => WireRequest) =>
    Array.from({ length: VARIANTS }, (_, at) => make(at));
  return [
    { name: 'POST /users/me/presence', weight: 36, requests: variants((at) => presence(visit(at))) },
    { name: 'GET /messages', weight: 3, requests: variants((at) => page(visit(at))) },
    {
      name: 'POST /messages/flags',
      weight: 1.5,
      // Every second request reverts the one before it.
      requests: variants((at) => flags(visit(at >> 1), at % 2 === 0 ? 'remove' : 'add')),
    },
    { name: 'POST /messages', weight: 0.5, requests: variants((at) => send(visit(at))) },
    // Not among the published shares; people react about as often as they write.
    { name: 'POST /messages/{id}/reactions', weight: 0.5, requests: reactions(data) },
    { name: 'POST /register', weight: 0.3, requests: variants((at) => register(visit(at))) },
  ];
}

/** What the floor is asked for instead: short texts, pages and durable rows. */
export function floorTraffic(kinds: readonly MixedKind[], { conversations }: Dataset): MixedKind[] {
  const instead: Readonly<Record<string, (at: number) => WireRequest>> = {
    'POST /users/me/presence': () => bare('POST', '/nothing', 'x'.repeat(60)),
    'GET /messages': (at) => bare('GET', `/page?${at % Math.max(1, conversations.length)}`),
  };
  return kinds.map(({ name, weight, requests }) => {
    const make = instead[name] ?? (() => floorInsert());
    return { name, weight, requests: requests.slice(0, VARIANTS).map((_, at) => make(at)) };
  });
}
