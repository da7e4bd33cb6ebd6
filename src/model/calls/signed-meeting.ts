// Seals meetings for their URLs. The URL is posted in messages; anyone who could change it could make
// themselves the moderator.

import { randomInt } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unseal } from '../sealed.ts';
import type { SignedMeeting } from './video-calls.ts';

const ID_DIGITS = 12;

/** An id that cannot be guessed. */
export function newMeetingId(): string {
  return `parley-${Array.from({ length: ID_DIGITS }, () => randomInt(10)).join('')}`;
}

/** Encrypts a meeting into a text for a URL. */
export function sealMeeting(keyring: Keyring, meeting: SignedMeeting): string {
  return seal(keyring, 'call-meeting', JSON.stringify(meeting));
}

/** Decrypts a meeting; undefined if this server did not make the text. */
export function unsealMeeting(keyring: Keyring, text: string): SignedMeeting | undefined {
  const opened = unseal(keyring, 'call-meeting', text);
  if (opened === undefined) return undefined;
  const meeting: unknown = JSON.parse(opened);
  return isRecord(meeting) ? (meeting as unknown as SignedMeeting) : undefined;
}
