// Reads pins of an imported organization.

import type { ApiClient, Json } from '../support/client.ts';

/** The time, in seconds since 1970, from which the times in the test archives are counted. */
const START = 1_700_000_000;

/** The pins of a conversation or channel, newest first: the text of the message, who pinned it, and when. */
export async function pinsOf(client: ApiClient, conversation: Json): Promise<[string, number, number][]> {
  const { pinned_messages: pins } = await client.ok('GET', '/pinned_messages', conversation);
  const lines: [string, number, number][] = [];
  for (const { message_id: id, user_id: by, pinned_at: at } of pins) {
    const { message } = await client.ok('GET', `/messages/${id}`, { apply_markdown: false });
    lines.push([message.content.slice(0, 9), by, at - START]);
  }
  return lines;
}

export async function channelNamed(client: ApiClient, name: string): Promise<number> {
  return (await client.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

/** What an import reports about pins. */
export function notesOfPins(
  missing: readonly { readonly what: string; readonly why: string; readonly count: number }[],
): [string, number][] {
  const notes = missing.filter(({ what }) => what === 'pins of messages');
  return notes.map(({ why, count }): [string, number] => [why, count]).sort();
}
