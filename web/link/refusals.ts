// What went wrong, in the words of the client where the code of a refusal says enough. All others are the server's own,
// which are English.

import type { ParleyError } from '../../client/parley-error.ts';
import { t } from '../words/words.ts';

const words = {
  NO_ANSWER: 'shell.unreachable',
  NO_ENVELOPE: 'shell.unreachable',
  BAD_IMAGE: 'refusal.badImage',
  CHANNEL_ALREADY_EXISTS: 'refusal.channelExists',
  EXPECTATION_MISMATCH: 'refusal.changedMeanwhile',
  INTERNAL_SERVER_ERROR: 'refusal.fault',
  RATE_LIMIT_HIT: 'refusal.tooOften',
  REQUEST_TOO_LARGE: 'refusal.tooLarge',
  SERVICE_UNAVAILABLE: 'refusal.tryAgain',
} as const;

export function refusalWords({ code, message }: Pick<ParleyError, 'code' | 'message'>): string {
  return Object.hasOwn(words, code) ? t(words[code as keyof typeof words]) : message;
}

/** The language of what was said to be wrong, where it is not that of the page. */
export function langOf(reason: string): 'en' | undefined {
  return Object.values(words).some((key) => t(key) === reason) ? undefined : 'en';
}
