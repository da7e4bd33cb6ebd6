// The flags in a Zulip archive's `zerver_usermessage`, by their bits, and their equivalents here.

import { FlagBit } from '../../model/messages/message-flags.ts';
import type { ImportedReceipt } from '../records/messages.ts';

const READ = 1;
const CHANNEL_WILDCARD = 16;
const TOPIC_WILDCARD = 32;

/** Bits of the archive and their equivalents. A mention through a group becomes a personal mention. */
const equivalents: readonly (readonly [bit: number, becomes: number])[] = [
  [2, FlagBit.starred],
  [4, FlagBit.collapsed],
  [8, FlagBit.mentioned],
  [64, FlagBit.mentioned],
  [512, FlagBit.has_alert_word],
  [1024, FlagBit.historical],
];

const cache = new Map<number, number>();

/** Our flags for a mask. */
export function flagBits(mask: number): number {
  let bits = cache.get(mask);
  if (bits === undefined) {
    bits = equivalents.reduce((sum, [bit, equivalent]) => (mask & bit ? sum | equivalent : sum), 0);
    cache.set(mask, bits);
  }
  return bits;
}

/** Whether the message was read according to a mask. */
export function isReadIn(mask: number): boolean {
  return (mask & READ) !== 0;
}

/** The wildcards that mentioned the person according to a mask. */
export function wildcardsIn(
  mask: number,
): Pick<ImportedReceipt, 'isMentionedByChannel' | 'isMentionedByTopic'> {
  return {
    isMentionedByChannel: (mask & CHANNEL_WILDCARD) !== 0,
    isMentionedByTopic: (mask & TOPIC_WILDCARD) !== 0,
  };
}
