// The response of GET /events, as data: all fields of the essential events, and the type of the others.
// Checking an event's type in client code narrows it to its fields.

import {
  anyOf,
  anyText,
  boolean,
  type Codec,
  type Decoded,
  id,
  list,
  mapOf,
  oneOf,
  openRecord,
  optional,
  record,
} from '../api-contract/codec.ts';
import { type EventType, eventTypes } from '../api-contract/event-catalogue.ts';
import type { DeliveredEvent } from '../api-contract/event-declaration.ts';
import { eventDeclarations } from '../model/events/event-catalogue.ts';
import { bareMessageSchema } from '../model/messages/message-schema.ts';

/** One type of event with its fields. */
function event<const T extends EventType, F extends Parameters<typeof record>[0]>(type: T, fields: F) {
  return record({ id, type: oneOf(type), ...fields });
}

const messageConversation = {
  message_type: oneOf('stream', 'private'),
  stream_id: optional(id),
  topic: optional(anyText),
};

/** The conversation of a message that became unread. */
const unreadDetail = record({
  type: oneOf('stream', 'private'),
  stream_id: optional(id),
  topic: optional(anyText),
  unmuted_stream_msg: optional(boolean),
  user_ids: optional(list(id)),
  mentioned: optional(boolean),
});

const described = [
  event('message', { message: bareMessageSchema, flags: list(anyText), local_message_id: optional(anyText) }),
  event('delete_message', {
    ...messageConversation,
    message_ids: optional(list(id)),
    /** Replaces the list for clients that do not support it. */
    message_id: optional(id),
  }),
  event('update_message_flags', {
    op: oneOf('add', 'remove'),
    operation: optional(oneOf('add', 'remove')),
    flag: anyText,
    messages: list(id),
    all: boolean,
    message_details: optional(mapOf(unreadDetail)),
  }),
  event('reaction', {
    op: oneOf('add', 'remove'),
    message_id: id,
    emoji_name: anyText,
    emoji_code: anyText,
    reaction_type: anyText,
    user_id: id,
    user: record({ user_id: id, email: anyText, full_name: anyText, is_mirror_dummy: boolean }),
  }),
  event('heartbeat', {}),
] as const;

type Declared = DeliveredEvent<(typeof eventDeclarations)[number]>;
type DescribedType = Decoded<(typeof described)[number]>['type'];

const describedTypes = new Set<string>(
  described.map(({ schema }) => {
    const { type } = schema.properties as { readonly type: { readonly enum: readonly [string] } };
    return type.enum[0];
  }),
);

const declaredTypes = new Set<string>(eventDeclarations.map(({ type }) => type));

const otherTypes = eventTypes.filter(
  (type): type is Exclude<EventType, DescribedType | Declared['type']> =>
    !describedTypes.has(type) && !declaredTypes.has(type),
);

const other = openRecord({ id, type: oneOf(...otherTypes), op: optional(anyText) });

/** Any event as a client receives it. */
export const eventSchema: Codec<Decoded<(typeof described)[number]> | Declared | Decoded<typeof other>> =
  anyOf(
    'is not an event',
    ...described,
    ...eventDeclarations.map(({ codec }): Codec<Declared> => codec),
    other,
  );
