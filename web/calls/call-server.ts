// What a call asks of the server. Tests replace it.

import type { AnswerOf, InputOf } from '../../client/api-types.ts';
import type { Organization } from '../data/organization.ts';
import type { LiveCall } from '../store/calls.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import type { IceServer } from './engine/platform.ts';
import type { OutgoingSignal } from './engine/signal-sender.ts';

/** What participants show of themselves. */
export interface OwnState {
  readonly muted: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
  readonly hand: boolean;
}

/** How this device takes part. */
export interface Joined {
  /** Identifies this device in the call. */
  readonly session: string;
  readonly call: LiveCall;
  readonly iceServers: readonly IceServer[];
  readonly isRelayOnly: boolean;
  /** Set if a LiveKit server carries the call. */
  readonly liveKit: { readonly url: string; readonly token: string } | undefined;
}

export interface JoinOptions {
  /** Whether this device takes the place of another one of the same person. */
  readonly takesOver: boolean;
  readonly muted: boolean;
}

export interface CallServer {
  /** Starts a call, or joins the one of the conversation. */
  start(conversation: Conversation, hasCamera: boolean, options: JoinOptions): Promise<Joined>;
  /** @param session of this device from before a reload or an interruption; undefined for a new one */
  join(callId: number, session: string | undefined, options: JoinOptions): Promise<Joined>;
  /** @param isClosing whether the page is closed meanwhile */
  leave(callId: number, session: string, isClosing: boolean): Promise<unknown>;
  /** Keeps a call from ending in which this person is alone. */
  stay(callId: number, session: string): Promise<unknown>;
  update(callId: number, session: string, state: OwnState): Promise<unknown>;
  sendSignals(callId: number, session: string, signals: OutgoingSignal[]): Promise<unknown>;
  iceServers(callId: number, session: string): Promise<readonly IceServer[]>;
}

/** The operations of the API. */
export function callServer(organization: Organization): CallServer {
  const { client } = organization;
  const device = ({ muted, takesOver }: JoinOptions) => ({
    queue_id: organization.queueId,
    muted,
    take_over: takesOver,
  });
  return {
    start: async (conversation, hasCamera, options) =>
      joined(
        await client.call('start-call', {
          ...destinationOf(conversation),
          kind: hasCamera ? 'video' : 'voice',
          ...device(options),
        }),
      ),
    join: async (call_id, session, options) =>
      joined(
        await client.call('join-call', {
          call_id,
          ...(session !== undefined && { session }),
          ...device(options),
        }),
      ),
    leave: (call_id, session, isClosing) =>
      client.call('leave-call', { call_id, session }, { keepalive: isClosing }),
    stay: (call_id, session) => client.call('stay-in-call', { call_id, session }),
    update: (call_id, session, state) =>
      client.call('update-own-participation', { call_id, session, ...state }),
    sendSignals: (call_id, session, signals) =>
      client.call('send-call-signals', { call_id, session, signals: signals as SentSignals }),
    iceServers: async (call_id, session) =>
      iceServersOf(await client.call('get-ice-servers', { call_id, session })),
  };
}

type SentSignals = InputOf<'send-call-signals'>['signals'];

function destinationOf(conversation: Conversation) {
  return conversation.kind === 'direct'
    ? ({ type: 'direct', to: conversation.ids } as const)
    : ({ type: 'channel', to: conversation.channelId, topic: conversation.topic } as const);
}

function joined(answer: AnswerOf<'join-call'>): Joined {
  const { session, call, relay_only, livekit } = answer;
  return {
    session,
    call,
    iceServers: iceServersOf(answer),
    isRelayOnly: relay_only,
    liveKit: livekit ?? undefined,
  };
}

function iceServersOf({ ice_servers }: Pick<AnswerOf<'join-call'>, 'ice_servers'>): readonly IceServer[] {
  return ice_servers;
}
