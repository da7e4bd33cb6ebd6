// Seals meetings for their URLs. The URL is posted in messages; anyone who could change it could make
// themselves the moderator.

import { randomInt } from 'node:crypto';
import { anyText, boolean, type Codec, id, record } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unsealJson } from '../sealed.ts';
import type { SignedMeeting } from './video-calls.ts';

const ID_DIGITS = 12;

const signedMeeting: Codec<SignedMeeting> = record({
  meetingId: anyText,
  name: anyText,
  isVoiceOnly: boolean,
  moderatorId: id,
});

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
  return unsealJson(keyring, 'call-meeting', text, signedMeeting);
}
