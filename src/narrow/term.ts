// The meaning of a narrow's terms, with names resolved to ids. A term matches a message or not; negation is
// the plain complement.

import type { HasBit } from '../stores/messages/range-store.ts';

/** `is:` operands that test the account's flags. */
export type FlagTest = 'starred' | 'unread' | 'mentioned' | 'alerted';

export type Meaning =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'channels'; readonly which: 'public' | 'web-public' | 'archived' }
  | { readonly kind: 'topic'; readonly key: string }
  | { readonly kind: 'sender'; readonly accountId: number }
  /** The direct messages of exactly one set of people, by its key; undefined if no messages match. */
  | { readonly kind: 'dm'; readonly key: string | undefined }
  /** Direct messages that include all of the people. */
  | { readonly kind: 'dm-including'; readonly accountIds: readonly number[] }
  | { readonly kind: 'group-dm'; readonly accountId: number }
  | { readonly kind: 'any-dm' }
  | { readonly kind: 'flag'; readonly test: FlagTest }
  | { readonly kind: 'resolved' }
  | { readonly kind: 'followed' }
  /** Not muted, by topic or channel. */
  | { readonly kind: 'home' }
  /**
   * In a topic that is itself muted, whatever its channel is. Not a client's term; used to skip muted
   * messages for the anchor.
   */
  | { readonly kind: 'muted-topic' }
  /** Pinned for everyone in its conversation. */
  | { readonly kind: 'pinned' }
  | { readonly kind: 'has'; readonly bit: (typeof HasBit)[keyof typeof HasBit] }
  | { readonly kind: 'mentions'; readonly accountId: number }
  | { readonly kind: 'search'; readonly stems: readonly string[]; readonly phrases: readonly string[] }
  /** Sent at or after a time, in seconds since 1970. */
  | { readonly kind: 'since'; readonly moment: number }
  | { readonly kind: 'id'; readonly id: number };

export type Term = Meaning & { readonly negated: boolean };

/** A resolved narrow. */
export interface Narrow {
  readonly terms: readonly Term[];
  /** Whether it has an `is:` term, of either polarity, that depends on the account's rows. */
  readonly isPersonal: boolean;
  readonly matchesNothing: boolean;
  /** Two channels are named at once: treated as a channel that may not be read. */
  readonly namesTwoChannels: boolean;
}
