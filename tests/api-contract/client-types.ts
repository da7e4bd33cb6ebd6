// Type tests of the client: what the compiler accepts and infers. Nothing here runs; the type check fails if a wrong call
// compiles or a right one does not.

import type { AnswerOf, InputOf, OperationName } from '../../client/api-types.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import type { ApiOperation } from '../../src/api/all-operations.ts';

/** A list annotated as `Operation[]` would lose the types of its operations. */
type LostNames = ApiOperation extends infer O
  ? O extends { readonly name: infer N }
    ? string extends N
      ? N
      : never
    : never
  : never;
export const noneLost: [LostNames] extends [never] ? true : false = true;

// @ts-expect-error: there is no such operation
export const unknownName: OperationName = 'send-mesage';

export async function calls(client: ParleyClient): Promise<void> {
  const sent = await client.call('send-message', {
    type: 'channel',
    to: 'general',
    topic: 'lunch',
    content: 'Pizza?',
  });
  sent.id satisfies number;
  sent.message_url satisfies string;
  sent.automatic_new_visibility_policy satisfies number | undefined;
  // @ts-expect-error: not in the answer
  sent.uri;

  // Ids, addresses or a channel's name.
  await client.call('send-message', { type: 'direct', to: [4, 'mel@example.com'], content: '' });
  // @ts-expect-error: content is required
  await client.call('send-message', { type: 'channel', to: 'general' });
  // @ts-expect-error: no such type
  await client.call('send-message', { type: 'chanel', to: 'general', content: '' });
  // @ts-expect-error: no such parameter
  await client.call('send-message', { type: 'channel', to: 'general', content: '', subjekt: 'lunch' });
  // @ts-expect-error: needs parameters
  await client.call('send-message');

  // Parameters with a default may be omitted, all of them too.
  const { streams } = await client.call('get-streams');
  streams[0]?.stream_id satisfies number | undefined;
  streams[0]?.folder_id satisfies number | null | undefined;
  // @ts-expect-error: must be a boolean
  await client.call('get-streams', { include_all: 'yes' });

  // A narrow has another form on the wire than in handlers.
  const { messages } = await client.call('get-messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'general' }, ['topic', 'lunch']],
  });
  for (const message of messages) {
    message.flags satisfies readonly string[];
    if (typeof message.display_recipient === 'string') message.display_recipient satisfies string;
    else message.display_recipient[0]?.full_name satisfies string | undefined;
  }
  // @ts-expect-error: the operand is missing
  await client.call('get-messages', { narrow: [{ operator: 'channel' }] });

  // Path parameters are parameters too.
  await client.call('delete-message', { message_id: 7 });
  // @ts-expect-error: must be a number
  await client.call('delete-message', { message_id: '7' });

  // Every section of the snapshot is optional.
  const snapshot = await client.call('register-queue', { event_types: ['message'] });
  snapshot.last_event_id satisfies number;
  snapshot.user_settings?.twenty_four_hour_time satisfies boolean | null | undefined;
  snapshot.realm_message_content_edit_limit_seconds satisfies number | null | undefined;
  // @ts-expect-error: possibly undefined
  snapshot.realm_name satisfies string;

  // Settings have the types declared in their tables.
  await client.call('update-settings', { twenty_four_hour_time: true, color_scheme: 1 });
  // @ts-expect-error: must be a boolean
  await client.call('update-settings', { enable_sounds: 'yes' });
  await client.call('update-organization', {
    message_retention_days: 'unlimited',
    can_create_groups: { new: 7 },
  });
  // @ts-expect-error: the old value requires the new one
  await client.call('update-organization', { can_create_groups: { old: 7 } });

  const { events } = await client.call('get-events', { queue_id: '1', last_event_id: -1 });
  for (const event of events) {
    event.id satisfies number;
    if (event.type === 'message') event.message.sender_full_name satisfies string;
    if (event.type === 'reaction') event.op satisfies 'add' | 'remove';
    // @ts-expect-error: a reaction only has the id of its message
    if (event.type === 'reaction') event.message;
  }
  // @ts-expect-error: no such event type
  if (events[0]?.type === 'mesage') return;
}

export const input: InputOf<'get-messages'> = { num_before: 1 };
export const answer = (messages: AnswerOf<'get-messages'>): boolean => messages.found_newest;
