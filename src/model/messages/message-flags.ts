// The flags of a message for an account: which are stored, which are computed, and which can be changed.

/** The bits of `personal_message.flags`. */
export const FlagBit = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  has_alert_word: 8,
  historical: 16,
  hide_link_previews: 32,
} as const;

/** The flags of every message for viewers without an account. */
export const anonymousFlags: readonly string[] = ['read'];

/** Flags that clients may add and remove. */
export const changeableFlags = ['read', 'starred', 'collapsed', 'hide_link_previews'] as const;
export type ChangeableFlag = (typeof changeableFlags)[number];

/** A flag to add to messages or remove from them. */
export interface FlagChange {
  readonly op: 'add' | 'remove';
  readonly flag: ChangeableFlag;
}

/** Everything that determines the flags of one message for one account. */
export interface FlagFacts {
  readonly bits: number;
  readonly isRead: boolean;
  readonly isHistorical: boolean;
  readonly isMentionedInGroup: boolean;
  readonly channelWildcard: boolean;
  readonly topicWildcard: boolean;
}

/** All bits of a row. */
const ALL_BITS = Object.values(FlagBit).reduce((all, bit) => all | bit, 0);
/** The lists that were made, by the facts as bits. There are few combinations, and most messages share one list. */
const lists = new Map<number, readonly string[]>();

/** The list of flags on the wire: the same list for the same flags. */
export function flagList(facts: FlagFacts): readonly string[] {
  const key =
    (facts.bits & ALL_BITS) * 32 +
    (facts.isRead ? 16 : 0) +
    (facts.isHistorical ? 8 : 0) +
    (facts.isMentionedInGroup ? 4 : 0) +
    (facts.channelWildcard ? 2 : 0) +
    (facts.topicWildcard ? 1 : 0);
  let flags = lists.get(key);
  if (!flags) {
    flags = newFlagList(facts);
    lists.set(key, flags);
  }
  return flags;
}

function newFlagList(facts: FlagFacts): readonly string[] {
  const flags: string[] = [];
  if (facts.isRead) flags.push('read');
  if (facts.bits & FlagBit.starred) flags.push('starred');
  if (facts.bits & FlagBit.collapsed) flags.push('collapsed');
  if (facts.bits & FlagBit.mentioned || facts.isMentionedInGroup) flags.push('mentioned');
  if (facts.channelWildcard) flags.push('stream_wildcard_mentioned');
  if (facts.topicWildcard) flags.push('topic_wildcard_mentioned');
  if (facts.channelWildcard || facts.topicWildcard) flags.push('wildcard_mentioned');
  if (facts.bits & FlagBit.has_alert_word) flags.push('has_alert_word');
  if (facts.isHistorical || facts.bits & FlagBit.historical) flags.push('historical');
  if (facts.bits & FlagBit.hide_link_previews) flags.push('hide_link_previews');
  return flags;
}
