// A call that Parley holds itself, in a conversation: who is in it, and how clients receive it.

import {
  anyText,
  boolean,
  type Decoded,
  described,
  id,
  integer,
  list,
  nullable,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Row } from '../../storage/schema.ts';
import {
  type ConversationColumns,
  conversationIdentity,
  wireIdentity,
} from '../conversations/conversation-identity.ts';

export const callKinds = ['voice', 'video'] as const;
export type CallKind = (typeof callKinds)[number];

/**
 * How sound and pictures travel. `mesh`: between the browsers, each with each other one. `livekit`: through a LiveKit
 * server.
 */
export const callEngines = ['mesh', 'livekit'] as const;
export type CallEngine = (typeof callEngines)[number];

/** A call with the columns that identify its conversation. */
export type CallRow = Row<'call'> & Omit<ConversationColumns, 'topic_key'>;

export type ParticipantRow = Row<'call_participant'>;

const callParticipantSchema = record({
  user_id: described(id, 'The ID of the user.'),
  session: described(anyText, 'Identifies the device with which the user takes part.'),
  joined_at: described(integer(), 'When the user joined, in seconds since 1970.'),
  muted: described(boolean, 'Whether the microphone is off.'),
  camera: described(boolean, 'Whether the camera is on.'),
  screen: described(boolean, 'Whether the user shares their screen.'),
  hand: described(boolean, 'Whether the user raises their hand.'),
});

export const callSchema = record({
  id: described(id, 'The ID of the call.'),
  ...conversationIdentity,
  kind: described(oneOf(...callKinds), 'Whether the call was started with or without cameras.'),
  engine: described(
    oneOf(...callEngines),
    'How sound and pictures travel: `mesh` between the browsers, `livekit` through a LiveKit server.',
  ),
  starter_id: described(id, 'The ID of the user who started the call.'),
  message_id: described(nullable(id), 'The ID of the message about the call; null if there is none.'),
  started_at: described(integer(), 'When it was started, in seconds since 1970.'),
  alone_until: described(
    nullable(integer()),
    'While only one user is in the call: when it ends unless they stay (`POST /calls/{call_id}/stay`) or someone joins, in seconds since 1970. Null otherwise.',
  ),
  participants: described(
    list(callParticipantSchema),
    'Who is in the call, in the order in which they joined.',
  ),
});

export type WireCall = Decoded<typeof callSchema>;

/** A call as clients receive it. `participants` are those who are in it, in the order in which they joined. */
export function wireCall(call: CallRow, participants: readonly ParticipantRow[]): WireCall {
  return {
    id: call.id,
    ...wireIdentity(call),
    kind: call.kind,
    engine: call.engine,
    starter_id: call.starter_id,
    message_id: call.message_id,
    started_at: call.started_at,
    alone_until:
      participants.length === 1 && call.empty_since !== null
        ? call.empty_since + limits.aloneCallSeconds
        : null,
    participants: participants.map((one) => ({
      user_id: one.account_id,
      session: one.session,
      joined_at: one.joined_at,
      muted: one.is_muted === 1,
      camera: one.has_camera === 1,
      screen: one.has_screen === 1,
      hand: one.has_hand === 1,
    })),
  };
}
