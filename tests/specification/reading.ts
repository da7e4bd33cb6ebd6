// Lookups for the tests of the specification: channels by name, and messages and subscriptions as a user sees them.

import assert from 'node:assert/strict';
import type { ApiClient, Json } from '../support/client.ts';

export async function channelIdOf(reader: ApiClient, name: string): Promise<number> {
  return (await reader.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

/** One message as a user reads it in GET /messages. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export async function messageFor(reader: ApiClient, id: number, parameters: Json = {}): Promise<any> {
  const { messages } = await reader.ok('GET', '/messages', { message_ids: [id], ...parameters });
  assert.equal(messages.length, 1, `message ${id} is not there`);
  return messages[0];
}

/** A user's flags of a message. */
export async function flagsFor(reader: ApiClient, id: number): Promise<string[]> {
  return (await messageFor(reader, id)).flags;
}

/** The ids of the newest messages of a narrow, newest last. */
export async function newestIds(reader: ApiClient, narrow: readonly unknown[] = []): Promise<number[]> {
  const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
  const { messages } = await reader.ok('GET', '/messages', page);
  return messages.map(({ id }: { id: number }) => id);
}

/** One entry of GET /users, as a user sees it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export async function userFor(reader: ApiClient, id: number, parameters: Json = {}): Promise<any> {
  const { members } = await reader.ok('GET', '/users', { user_ids: [id], ...parameters });
  return members[0];
}

/** One entry of GET /users/me/subscriptions. */
export async function subscriptionOf(
  reader: ApiClient,
  name: string,
  parameters: Json = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
): Promise<any> {
  const { subscriptions } = await reader.ok('GET', '/users/me/subscriptions', parameters);
  return subscriptions.find((one: { name: string }) => one.name === name);
}
