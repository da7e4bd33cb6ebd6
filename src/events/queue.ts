// An event queue: a cursor into the organization's log, with what its client asked for when it registered.

import { limits } from '../api-contract/limits.ts';

/** What a client declared that it understands (`client_capabilities`), each under its name on the wire. */
export interface ClientCapabilities {
  readonly notification_settings_null: boolean;
  readonly bulk_message_deletion: boolean;
  readonly user_avatar_url_field_optional: boolean;
  readonly stream_typing_notifications: boolean;
  readonly user_settings_object: boolean;
  readonly linkifier_url_template: boolean;
  readonly user_list_incomplete: boolean;
  readonly include_deactivated_groups: boolean;
  readonly archived_channels: boolean;
  readonly empty_topic_name: boolean;
  readonly simplified_presence_events: boolean;
  readonly individual_emoji_changes: boolean;
}

/** What a client is taken to understand that declares nothing. */
export const noCapabilities: ClientCapabilities = {
  notification_settings_null: false,
  bulk_message_deletion: false,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: false,
  user_settings_object: false,
  linkifier_url_template: false,
  user_list_incomplete: false,
  include_deactivated_groups: false,
  archived_channels: false,
  empty_topic_name: false,
  simplified_presence_events: false,
  individual_emoji_changes: false,
};

/** Whether, and how completely, a client wants lists of subscribers. */
type IncludeSubscribers = 'true' | 'false' | 'partial';

/** One term of the filter that a queue puts on its messages. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

/** What a client asked for when it registered. */
export interface QueueOptions {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly allPublicStreams: boolean;
  readonly includeSubscribers: IncludeSubscribers;
  /** Null: every type. */
  readonly eventTypes: readonly string[] | null;
  readonly narrow: readonly NarrowTerm[];
  readonly capabilities: ClientCapabilities;
  /** The client's declared name, for the words it knows. */
  readonly client: string;
}

/** A queue as it is stored. */
export interface QueueRecord {
  readonly id: string;
  readonly organizationId: number;
  readonly accountId: number;
  /** The log's head in the snapshot that its client holds. */
  readonly startSequence: number;
  readonly idleSeconds: number;
  readonly options: QueueOptions;
}

/**
 * Where one poll stands. Each poll has its own: two of the same queue, one of them given up by its client, must
 * not take events away from each other.
 */
export interface Cursor {
  /** The id that the client named. */
  readonly after: number;
  /** How far the log was looked at; nothing is looked at twice. */
  scanned: number;
}

/** A poll that waits for events. */
export interface Waiter {
  readonly cursor: Cursor;
  /** The session that asked; undefined where a key did. */
  readonly sessionId: number | undefined;
  /** Takes a slot for a large response; gives whether there was one. */
  readonly mayBeLarge: () => boolean;
  /** Whether a look at the log is under way for it. */
  isLooking: boolean;
  /** Whether something was committed since the look began. */
  wasWoken: boolean;
  /** How often it is being found out at the moment whether something that was committed is for it. */
  lookups: number;
  /** Answers the poll with prepared events (JSON texts). */
  answer(events: readonly string[]): void;
  /** Ends the poll with a refusal. */
  refuse(error: unknown): void;
}

const steadySeconds = () => performance.now() / 1000;

/** A queue in memory. */
export class EventQueue {
  readonly record: QueueRecord;
  /** What the client has told that it received; the log before it is not needed. */
  acknowledged: number;
  /** When a client was there last, in seconds of the steady clock: a clock that is set ends no queue. */
  #seenAt: number;
  waiter: Waiter | undefined;
  /** A poll that was under way when the queue ended gets nothing more. */
  hasEnded = false;
  /** Whether `acknowledged` or when a client was there differ from what is stored. */
  isDirty = false;

  /** `secondsSincePoll`: since a client was there. */
  constructor(record: QueueRecord, acknowledged: number, secondsSincePoll = 0) {
    this.record = record;
    this.acknowledged = acknowledged;
    this.#seenAt = steadySeconds() - secondsSincePoll;
  }

  /** Notes that a client is there. */
  touch(): void {
    this.#seenAt = steadySeconds();
    this.isDirty = true;
  }

  /** Notes what a client has received. */
  acknowledge(eventId: number): void {
    this.acknowledged = Math.max(this.acknowledged, eventId);
    this.touch();
  }

  /** Takes in what another server stored of the queue. */
  heardElsewhere(stored: EventQueue): void {
    this.acknowledged = Math.max(this.acknowledged, stored.acknowledged);
    this.#seenAt = Math.max(this.#seenAt, stored.#seenAt);
  }

  /** Seconds since a client was there. */
  get secondsSincePoll(): number {
    return steadySeconds() - this.#seenAt;
  }

  /** Whether it has outlived its time without a poll. */
  get isIdle(): boolean {
    return !this.waiter && this.secondsSincePoll > this.record.idleSeconds;
  }
}

/** The seconds that a queue survives without a poll: what was asked for, cut to the bounds. */
export function idleSecondsFor(asked: number | 'mobile' | undefined): number {
  if (asked === undefined) return limits.queueIdleSeconds;
  if (asked === 'mobile') return limits.queueIdleSecondsMobile;
  return Math.min(Math.max(asked, limits.queueIdleSeconds), limits.queueIdleSecondsMaximum);
}
