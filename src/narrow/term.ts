// What the terms of a narrow mean, once names have become ids. A term holds for a message or it does not; a
// negated one is the plain complement.

import type { HasBit } from '../stores/messages/range-store.ts';

/** What `is:` tests by the flags that a person has. */
export type FlagTest = 'starred' | 'unread' | 'mentioned' | 'alerted';

export type Meaning =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'channels'; readonly which: 'public' | 'web-public' | 'archived' }
  | { readonly kind: 'topic'; readonly key: string }
  | { readonly kind: 'sender'; readonly accountId: number }
  /** The direct messages of exactly one set of people, by its key; undefined: of nobody. */
  | { readonly kind: 'dm'; readonly key: string | undefined }
  /** Direct messages with all of the people. */
  | { readonly kind: 'dm-including'; readonly accountIds: readonly number[] }
  | { readonly kind: 'group-dm'; readonly accountId: number }
  | { readonly kind: 'any-dm' }
  | { readonly kind: 'flag'; readonly test: FlagTest }
  | { readonly kind: 'resolved' }
  | { readonly kind: 'followed' }
  /** Not muted, by topic or channel. */
  | { readonly kind: 'home' }
  /** In a topic that is muted itself, whatever its channel is; no client's word, but what an anchor passes over. */
  | { readonly kind: 'muted-topic' }
  | { readonly kind: 'has'; readonly bit: (typeof HasBit)[keyof typeof HasBit] }
  | { readonly kind: 'mentions'; readonly accountId: number }
  | { readonly kind: 'search'; readonly stems: readonly string[]; readonly phrases: readonly string[] }
  | { readonly kind: 'id'; readonly id: number };

export type Term = Meaning & { readonly negated: boolean };

/** A narrow that was understood. */
export interface Narrow {
  readonly terms: readonly Term[];
  /** Holds an `is:` term, of either polarity, that depends on a person's own rows. */
  readonly isPersonal: boolean;
  /** Nothing can match. */
  readonly matchesNothing: boolean;
  /** Two channels are named at once: answered as a channel that may not be read. */
  readonly namesTwoChannels: boolean;
}
