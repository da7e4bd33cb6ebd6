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

/** The list of flags on the wire. */
export function flagList(facts: FlagFacts): string[] {
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
