// What an entry of an organization's event log is: an event as clients know it, the people it is for, and what
// the servers' own caches must read again because of it.

/**
 * Who sees an event, fixed at its place in the log. Rules are evaluated with what held at that place (periods of
 * subscription, role and activity), never with later state.
 * - `everyone`: every active account. `members`: every one but guests; with `orSubscribersOf` also whoever is
 *   subscribed to one of those channels.
 * - `accounts`: the people named.
 * - `channel`: the subscribers of a channel; `publicTo` adds queues that asked for all public channels.
 * - `readers`: those who can see certain messages of a channel (`Readers`).
 * - `difference`: who is in one audience and not in another, e.g. those who could see a channel before a change
 *   and cannot see it after.
 * - `nobody`: for the servers only.
 * Where `also` is given those people see it too.
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
      /** Also visible to queues with `all_public_streams`. */
      readonly isPublic?: boolean;
      readonly also?: readonly number[];
    }
  | Readers
  | { readonly kind: 'difference'; readonly of: Audience; readonly minus: Audience }
  | { readonly kind: 'nobody' };

/**
 * Those who can see certain messages of a channel and hear of their changes. With shared history: its subscribers.
 * With protected history: the subscribers who received one of the messages. With public history: its subscribers,
 * and of the others but guests those who received one of them once.
 */
export interface Readers {
  readonly kind: 'readers';
  readonly channelId: number;
  readonly history: 'public' | 'shared' | 'protected';
  /** Where the messages arrived: who was subscribed anywhere within received one of them. */
  readonly received: readonly { readonly channelId: number; readonly from: number; readonly to: number }[];
  /** People who hold rows of their own for one of the messages, which counts as having received it. */
  readonly holders: readonly number[];
  readonly also?: readonly number[];
}

/** What servers hold in memory and must read again after this entry; an empty list of ids means all of them. */
export interface Touches {
  readonly organization?: true;
  readonly accounts?: readonly number[];
  readonly channels?: readonly number[];
  /** Guests who may see other people than before. */
  readonly people?: readonly number[];
  readonly groups?: readonly number[];
  readonly linkifiers?: true;
  readonly emoji?: true;
  readonly profileFields?: true;
  readonly alertWords?: true;
  /** Accounts whose subscriptions changed. */
  readonly subscriptions?: readonly number[];
  /** Messages whose prepared JSON is stale. */
  readonly messages?: readonly number[];
}

/** An event before it has its place in the log. */
export interface NewEvent {
  /** The wire's type, or one that starts with `_` for entries that no client sees. */
  readonly type: string;
  readonly audience: Audience;
  /** The wire's fields beside `id` and `type`, as a client with every capability sees them. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What the views of this type need beyond the payload; never sent. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly touches?: Touches;
  /** How many ids its views may use, this entry's place and those below it; one unless stated. */
  readonly width?: number;
  /** Seconds since 1970 after which it is no longer delivered (typing, presence). */
  readonly expiresAt?: number;
}

/** An event in its place. */
export interface LogEntry extends NewEvent {
  readonly sequence: number;
}

/**
 * What the builder of an entry put beside its payload, none as no fields. The log gives back what it was given: the type
 * goes with the type of the entry, and stands beside its builder (`model/<resource>/…events.ts`).
 */
export function extraOf<E extends object>(entry: NewEvent): E {
  return (entry.extra ?? {}) as E;
}

/** The distance between two sequence numbers; the numbers between serve as ids of heartbeats. */
export const SEQUENCE_STEP = 16;
