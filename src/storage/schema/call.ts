// Calls that Parley holds itself, and access tokens for providers of video calls.

import { bit, generated, id, nullable, number, organizationId, secret, text, textOf } from './column.ts';
import { absent, deletedWithAccount, kept, table } from './table.ts';

const heldByServer = absent('a call is held by the server on which it began');

export const callTables = {
  /** A call in a conversation, which has at most one that has not ended. */
  call: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      conversation_id: id('conversation'),
      kind: textOf<'voice' | 'video'>(),
      engine: textOf<'mesh' | 'livekit'>(),
      starter_id: id('account'),
      /** The message about it. */
      message_id: nullable(id('message')),
      /** The address of the organization in the link of that message. */
      organization_url: text,
      started_at: number,
      ended_at: nullable(number),
      /** Why it ended: `EndReason`. */
      end_reason: nullable(text),
      /** Since when no one is in it, or only one person, who may have said later that they stay. */
      empty_since: nullable(number),
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: heldByServer,
  }),

  /** A time during which an account is in a call with one device; it is in one call at a time. */
  call_participant: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      call_id: id('call'),
      account_id: id('account'),
      /** 128 random bits that identify the device in the call. */
      session: text,
      /** The event queue that receives the signals for the device. */
      queue_id: text,
      joined_at: number,
      left_at: nullable(number),
      is_muted: bit,
      has_camera: bit,
      has_screen: bit,
      has_hand: bit,
      /** When its queue was last known to be polled. */
      seen_at: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: heldByServer,
  }),

  /** An account that is called, or was. */
  call_ring: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      call_id: id('call'),
      account_id: id('account'),
      caller_id: id('account'),
      /** Whether its devices do not ring, because the person does not want to be disturbed by the caller. */
      is_silent: bit,
      until: number,
      /** Null while it rings. */
      outcome: nullable(textOf<'answered' | 'declined' | 'missed'>()),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: heldByServer,
  }),

  /** The access to a provider of video calls that a person granted. */
  call_token: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      provider: text,
      /** Encrypted under the server's secret. */
      sealed: secret(text, 'call-token'),
    },
    key: ['account_id', 'provider'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
  }),
} as const;
