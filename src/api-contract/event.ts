// The entries of an organization's event log: an event as clients receive it, its audience, and the state in
// memory that servers must read again because of it.

/**
 * Who receives an event, as of its log position. Rules are evaluated with the state at that position (periods
 * of subscription, role and activity), never with later state.
 * - `everyone`: every active account. `members`: the same without guests; with `orSubscribersOf` also the
 *   subscribers of those channels.
 * - `accounts`: the named accounts.
 * - `channel`: the subscribers of a channel; with `isPublic` also queues that requested all public channels.
 * - `readers`: those who can see certain messages of a channel (`MessageReaders`).
 * - `difference`: those in one audience but not in another, e.g. those who could see a channel before a change
 *   and cannot see it after.
 * - `nobody`: for the servers only.
 * Accounts in `also` receive it too.
 */
export type Audience =
  | {
      readonly kind: 'everyone' | 'members';
      readonly orSubscribersOf?: readonly number[];
      readonly also?: readonly number[];
    }
  | { readonly kind: 'accounts'; readonly ids: readonly number[] }
  | {
      readonly kind: 'channel';
      readonly channelId: number;
      /** Also delivered to queues with `all_public_streams`. */
      readonly isPublic?: boolean;
      readonly also?: readonly number[];
    }
  | MessageReaders
  | { readonly kind: 'difference'; readonly of: Audience; readonly minus: Audience }
  | { readonly kind: 'nobody' };

/**
 * Those who can see certain messages of a channel and receive events about them. With shared history: its
 * subscribers. With protected history: the subscribers who received one of the messages. With public history:
 * its subscribers, and of the others, except guests, those who once received one of them.
 */
export interface MessageReaders {
  readonly kind: 'readers';
  readonly channelId: number;
  readonly history: 'public' | 'shared' | 'protected';
  /** Where the messages arrived: an account received one if it was subscribed at any position in the range. */
  readonly received: readonly { readonly channelId: number; readonly from: number; readonly to: number }[];
  /** Accounts with personal rows for one of the messages, which counts as having received it. */
  readonly holders: readonly number[];
  readonly also?: readonly number[];
}

/** The state in memory that servers must read again after this entry; an empty list of ids means all of them. */
export interface Touches {
  readonly organization?: true;
  readonly accounts?: readonly number[];
  readonly channels?: readonly number[];
  /** Guests who may now see other people than before. */
  readonly people?: readonly number[];
  readonly groups?: readonly number[];
  readonly linkifiers?: true;
  readonly emoji?: true;
  readonly profileFields?: true;
  readonly alertWords?: true;
  /** Accounts whose subscriptions changed. */
  readonly subscriptions?: readonly number[];
  /** Messages whose prepared JSON is outdated. */
  readonly messages?: readonly number[];
}

/** The fields of an entry besides its log position. */
export interface EntryFields {
  /** The type on the wire. Types that start with `_` are not delivered to clients. */
  readonly type: string;
  readonly audience: Audience;
  /** The fields on the wire besides `id` and `type`, as a client with every capability receives them. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Data that the views of this type need besides the payload; never sent. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly touches?: Touches;
  /** How many ids its views may use, counting down from this entry's position; one by default. */
  readonly width?: number;
  /** Seconds since 1970 after which it is no longer delivered (typing, presence). */
  readonly expiresAt?: number;
  /** When its unit ran, in milliseconds since 1970, for measuring how late clients receive it. */
  readonly sentAt?: number;
}

/** Marks events of declared types; exists only in the type. */
declare const declared: unique symbol;

/** An event of a declared type, before it has a log position. Only `newEvent` and `newPartialEvent` make one. */
export interface DeclaredEvent extends EntryFields {
  readonly [declared]: true;
}

/** An event before it has a log position: of a declared type, or one for servers only. */
export type NewEvent = DeclaredEvent | (EntryFields & { readonly type: `_${string}` });

/** An event with its log position. */
export interface LogEntry extends EntryFields {
  readonly sequence: number;
}

/**
 * The data that the builder of an entry stored in addition to its payload; empty if there is none. The caller must know
 * the type, which depends on the entry's type and is declared next to its builder (`model/<resource>/…events.ts`).
 */
export function extraOf<E extends object>(entry: EntryFields): E {
  return (entry.extra ?? {}) as E;
}

/** The distance between two log positions; the numbers between serve as ids of heartbeats. */
export const SEQUENCE_STEP = 16;
