// Compares what is pinned for everyone with the naive model, and with the state of a client that has followed all events of
// the history.

import { foldedOver } from '../../support/fold.ts';
import { readable } from '../naive/visible.ts';
import { difference } from './difference.ts';
import type { HistoryFixture } from './history-fixture.ts';

interface WirePins {
  readonly stream_id: number;
  readonly topics: readonly { readonly topic: string }[];
}

/** The first difference in what a person sees, as text; undefined if there is none. */
export async function inPins(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  return (
    (await inPinnedMessages(fixture, person)) ??
    (await inPinnedDirect(fixture, person)) ??
    (await inPinnedTopics(fixture, person))
  );
}

async function inPinnedMessages(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  const { model } = fixture;
  for (const [id, channel] of model.organization.channels) {
    if (channel.isArchived || !model.organization.maySee(person, id)) continue;
    const { pinned_messages: pins } = await fixture
      .client(person)
      .ok('GET', '/pinned_messages', { stream_id: id });
    const pinnedIds = pins.map(({ message_id }: { message_id: number }) => message_id);
    const expected = readable(model, person)
      .filter(({ conversation }) => 'channel' in conversation && conversation.channel === id)
      .map((message) => message.id)
      .filter((message) => model.pins.messages.has(message));
    const problem = difference(`pinned messages of ${id}`, pinnedIds.sort(), expected.sort());
    if (problem) return problem;
  }
  return undefined;
}

async function inPinnedDirect(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  const { model } = fixture;
  const direct = readable(model, person).flatMap(({ id, conversation }) =>
    'people' in conversation ? [{ id, people: conversation.people }] : [],
  );
  for (const messages of Map.groupBy(direct, ({ people }) => String(people)).values()) {
    const user_ids = messages[0]?.people ?? [];
    const { pinned_messages: pins } = await fixture
      .client(person)
      .ok('GET', '/pinned_messages', { user_ids });
    // Direct conversations have pins of earlier histories, too.
    const pinnedIds = pins
      .map(({ message_id }: { message_id: number }) => message_id)
      .filter((id: number) => model.messages.has(id));
    const expected = messages.map(({ id }) => id).filter((id) => model.pins.messages.has(id));
    const problem = difference(`pinned messages of ${user_ids}`, pinnedIds.sort(), expected.sort());
    if (problem) return problem;
  }
  return undefined;
}

async function inPinnedTopics(fixture: HistoryFixture, person: number): Promise<string | undefined> {
  const { model } = fixture;
  const client = fixture.client(person);
  const answer = await client.ok('POST', '/register', {
    fetch_event_types: ['pinned_topics'],
    client_capabilities: { empty_topic_name: true },
  });
  const expected = [...model.organization.channels]
    .filter(([, { subscribers }]) => subscribers.has(person))
    .flatMap(([id]) => model.pins.topicsIn(id))
    .sort();
  const problem = difference('pinned topics', shownTopics(fixture, answer.pinned_topics), expected);
  const follower = fixture.followers.get(person);
  if (problem || !follower) return problem;
  const { pinned_topics: followed } = foldedOver(follower.snapshot, await follower.events(), person);
  return difference(
    'pinned topics by events',
    shownTopics(fixture, followed as readonly WirePins[]),
    expected,
  );
}

/** The pinned topics in this history's channels, as texts in normalized case. */
function shownTopics({ model }: HistoryFixture, channels: readonly WirePins[]): string[] {
  return channels
    .filter(({ stream_id: id }) => model.organization.channels.has(id))
    .flatMap(({ stream_id: id, topics }) => topics.map(({ topic }) => `${id} ${topic.toLowerCase()}`))
    .sort();
}
