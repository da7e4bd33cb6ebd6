// The interface to a LiveKit server, through which calls of more than two people can go. `integrations/native-calls`
// implements it.

import { createHmac } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

/** A room of the LiveKit server, and a participant there, whose identity is the session in the call. */
export interface LiveKitParticipant {
  readonly organizationId: number;
  readonly callId: number;
  readonly session: string;
}

/** What a device may publish. */
export interface LiveKitGrant extends LiveKitParticipant {
  readonly mayShareScreen: boolean;
}

export interface LiveKit {
  /** The address that browsers connect to: `wss://…`. */
  readonly url: string;
  /** A token with which one device connects to one room, within a short time. @param now seconds since 1970 */
  tokenFor(grant: LiveKitGrant, now: number): Promise<string>;
  /** Removes a participant; one who is not there is no error. @throws NoAnswerError, or with the status of the answer */
  remove(participant: LiveKitParticipant): Promise<void>;
  /** Changes what a participant may publish, and ends what it no longer may; one who is not there is no error. */
  setPublishing(grant: LiveKitGrant): Promise<void>;
  /** Ends a room; one that does not exist is no error. */
  endRoom(room: Pick<LiveKitParticipant, 'organizationId' | 'callId'>): Promise<void>;
  /**
   * The participant who has just joined a room, by a webhook of the LiveKit server; undefined for other events and rooms.
   * @throws 401 if the server did not sign the body with the shared secret
   */
  joinedIn(authorization: string, body: Buffer): Promise<LiveKitParticipant | undefined>;
}

const MARK_CHARACTERS = 16;

/** A name that no other Parley server gives, even if both use the same LiveKit server. */
export function roomName(
  { secret }: Pick<Keyring, 'secret'>,
  { organizationId, callId }: Pick<LiveKitParticipant, 'organizationId' | 'callId'>,
): string {
  const mark = createHmac('sha256', secret)
    .update('livekit-rooms')
    .digest('base64url')
    .slice(0, MARK_CHARACTERS);
  return `parley.${mark}.${organizationId}.${callId}`;
}

/** The organization and call of a room; undefined for the room of another server. */
export function callOfRoom(
  keyring: Pick<Keyring, 'secret'>,
  name: string,
): Pick<LiveKitParticipant, 'organizationId' | 'callId'> | undefined {
  const [, , organization, call] = name.split('.');
  const ids = { organizationId: Number(organization), callId: Number(call) };
  const isWhole = Number.isSafeInteger(ids.organizationId) && Number.isSafeInteger(ids.callId);
  return isWhole && roomName(keyring, ids) === name ? ids : undefined;
}
