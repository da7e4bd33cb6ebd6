// Compares what everyone sees on the server with the naive model.

import {
  flagsOf,
  historyOf,
  mayRead,
  readable,
  readersOf,
  unreadCount,
  unreadIds,
  unreadMentions,
} from '../naive/visible.ts';
import { inPins } from './compare-pins.ts';
import { difference } from './difference.ts';
import type { HistoryFixture } from './history-fixture.ts';

/** The first difference between server and model, as text; undefined if there is none. */
export async function firstDifference(fixture: HistoryFixture): Promise<string | undefined> {
  for (const person of fixture.model.organization.active) {
    const problem =
      (await inMessages(fixture, person)) ??
      (await inUnread(fixture, person)) ??
      (await inPins(fixture, person));
    if (problem) return `${person}: ${problem}`;
  }
  return inReceipts(fixture);
}

interface Shown {
  readonly flags: readonly string[];
  readonly reactors: readonly number[];
}

function shownMessage(message: { flags: string[]; reactions: { user_id: number }[] }): Shown {
  return {
    flags: message.flags.filter((flag) => flag !== 'wildcard_mentioned').sort(),
    reactors: message.reactions.map((reaction) => reaction.user_id).sort((a, b) => a - b),
  };
}

async function inMessages(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  const { model } = fixture;
  const client = fixture.client(person);
  const all = [...model.messages.values()];
  const expected = readable(model, person);
  const answer = await client.ok('GET', '/messages', { message_ids: all.map(({ id }) => id) });
  const shownById = new Map<number, Shown>();
  for (const message of answer.messages) shownById.set(message.id, shownMessage(message));
  const receivedIds = expected.filter((message) => message.rows.has(person)).map(({ id }) => id);
  const own = difference('own messages', [...shownById.keys()], receivedIds);
  if (own) return own;
  for (const { id } of all.filter((message) => !message.rows.has(person))) {
    const { status, body } = await client.request('GET', `/messages/${id}`);
    if (status === 200) shownById.set(id, shownMessage(body.message));
  }
  const visible = [...shownById.keys()].sort((a, b) => a - b);
  const unseen = difference(
    'readable messages',
    visible,
    expected.map(({ id }) => id),
  );
  if (unseen) return unseen;
  for (const message of expected) {
    const expected: Shown = {
      flags: flagsOf(person, message),
      reactors: [...message.reactors].sort((a, b) => a - b),
    };
    const problem = difference(`message ${message.id}`, shownById.get(message.id), expected);
    if (problem) return problem;
  }
  const page = await client.ok('GET', '/messages', { anchor: 'newest', num_before: 1000, num_after: 0 });
  const history = page.messages.map(({ id }: { id: number }) => id);
  const ours = history.filter((id: number) => fixture.sent.has(id));
  return difference('history', ours, historyOf(model, person));
}

async function inUnread(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  const { model } = fixture;
  const { unread_msgs: unread, user_topics: policies } = await fixture
    .client(person)
    .ok('POST', '/register', {
      fetch_event_types: ['message', 'update_message_flags', 'user_topic'],
      client_capabilities: { empty_topic_name: true },
    });
  const ids: number[] = [...unread.streams, ...unread.pms, ...unread.huddles]
    .flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids)
    .sort((a: number, b: number) => a - b);
  const own = ids.filter((id) => fixture.sent.has(id));
  const count = unread.count - (ids.length - own.length);
  return (
    difference('unread', own, unreadIds(model, person)) ??
    difference('count', count, unreadCount(model, person)) ??
    difference('mentions', unread.mentions, unreadMentions(model, person)) ??
    difference('policies', shownPolicies(fixture, policies), model.organization.policiesOf(person))
  );
}

interface WirePolicy {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
}

/** The topic policies in this history's channels, in normalized case. */
function shownPolicies({ model }: HistoryFixture, policies: readonly WirePolicy[]): string[] {
  return policies
    .filter((one) => model.organization.channels.has(one.stream_id))
    .map((one) => `${one.stream_id} ${one.topic_name.toLowerCase()} ${one.visibility_policy}`)
    .sort();
}

async function inReceipts(fixture: HistoryFixture): Promise<string | undefined> {
  const { model } = fixture;
  for (const message of model.messages.values()) {
    const requester = model.organization.active.find((person) => mayRead(model, person, message));
    if (requester === undefined) continue;
    const { user_ids: ids } = await fixture
      .client(requester)
      .ok('GET', `/messages/${message.id}/read_receipts`);
    const readers = ids.filter((id: number) => model.organization.people.includes(id));
    const expected = readersOf(model, message, requester);
    const problem = difference(`receipts of ${message.id} for ${requester}`, readers, expected);
    if (problem) return problem;
  }
  return undefined;
}
