// A meeting as an address carries it: sealed, since the address goes into messages and whoever could change it
// could make themselves the moderator.

import { randomInt } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unseal } from '../sealed.ts';
import type { SignedMeeting } from './video-calls.ts';

const ID_DIGITS = 12;

/** An id that nobody guesses. */
export function newMeetingId(): string {
  return `parley-${Array.from({ length: ID_DIGITS }, () => randomInt(10)).join('')}`;
}

/** A meeting as a text for an address, which only this server can read or make. */
export function sealMeeting(keyring: Keyring, meeting: SignedMeeting): string {
  return seal(keyring, 'call-meeting', JSON.stringify(meeting));
}

/** The meeting of a text from an address; undefined when it is none of this server's. */
export function openMeeting(keyring: Keyring, text: string): SignedMeeting | undefined {
  const opened = unseal(keyring, 'call-meeting', text);
  if (opened === undefined) return undefined;
  const meeting: unknown = JSON.parse(opened);
  return isRecord(meeting) ? (meeting as unknown as SignedMeeting) : undefined;
}
