// The flags of a Zulip archive's `zerver_usermessage`, by their bits, and what of them is kept.

import { FlagBit } from '../../model/messages/flags.ts';
import type { ImportedReceipt } from '../records/messages.ts';

const READ = 1;
const CHANNEL_WILDCARD = 16;
const TOPIC_WILDCARD = 32;

/** Bits of the archive, and those that they become. Mentions of a group are kept as what they are to each person. */
const kept: readonly (readonly [bit: number, becomes: number])[] = [
  [2, FlagBit.starred],
  [4, FlagBit.collapsed],
  [8, FlagBit.mentioned],
  [64, FlagBit.mentioned],
  [512, FlagBit.has_alert_word],
  [1024, FlagBit.historical],
];

const becomes = new Map<number, number>();

/** Ours, of a mask. */
export function flagBits(mask: number): number {
  let bits = becomes.get(mask);
  if (bits === undefined) {
    bits = kept.reduce((sum, [bit, own]) => (mask & bit ? sum | own : sum), 0);
    becomes.set(mask, bits);
  }
  return bits;
}

/** Whether a mask says that the message was read. */
export function isReadIn(mask: number): boolean {
  return (mask & READ) !== 0;
}

/** By which word for many a mask says that the message mentioned the person. */
export function wildcardsIn(
  mask: number,
): Pick<ImportedReceipt, 'isMentionedByChannel' | 'isMentionedByTopic'> {
  return {
    isMentionedByChannel: (mask & CHANNEL_WILDCARD) !== 0,
    isMentionedByTopic: (mask & TOPIC_WILDCARD) !== 0,
  };
}
