// An event queue: a cursor into the organization's log, with the options its client registered.

import { limits } from '../api-contract/limits.ts';

/** The client's declared capabilities (`client_capabilities`), under their wire names. */
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
  readonly calls: boolean;
}

/** The capabilities of a client that declares none. */
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
  calls: false,
};

/** Whether, and how completely, a client wants subscriber lists. */
type IncludeSubscribers = 'true' | 'false' | 'partial';

/** A term of the filter that a queue applies to messages. */
export interface NarrowTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

/** The client's options at registration. */
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
  /** The client's declared name, which decides some field names it gets. */
  readonly client: string;
}

/** A queue as stored. */
export interface QueueRecord {
  readonly id: string;
  readonly organizationId: number;
  readonly accountId: number;
  /** The log's head in the client's snapshot. */
  readonly startSequence: number;
  readonly idleSeconds: number;
  readonly options: QueueOptions;
}

/**
 * The position of one poll. Each poll has its own, so that two polls of a queue, one of them abandoned by its
 * client, do not take events from each other.
 */
export interface Cursor {
  /** The event id that the client sent. */
  readonly after: number;
  /** How far the log was scanned; nothing is scanned twice. */
  scanned: number;
}

/** A poll that waits for events. */
export interface Waiter {
  readonly cursor: Cursor;
  /** The session of the request; undefined for an API key. */
  readonly sessionId: number | undefined;
  /** Takes a slot for a large response; returns whether one was free. */
  readonly mayBeLarge: () => boolean;
  /** Whether a scan of the log is running for it. */
  isScanning: boolean;
  /** Whether something was committed since the scan began. */
  wasWoken: boolean;
  /** The number of running checks whether a committed entry is for it. */
  pendingChecks: number;
  /** Answers the poll with prepared events (JSON texts). */
  answer(events: readonly string[]): void;
  /** Ends the poll with an error. */
  refuse(error: unknown): void;
}

const monotonicSeconds = () => performance.now() / 1000;

/** A queue in memory. */
export class EventQueue {
  readonly record: QueueRecord;
  /** The last event that the client acknowledged; the log before it is not needed. */
  acknowledged: number;
  /**
   * The time of the client's last poll, in seconds of the monotonic clock, so that setting the clock ends no
   * queue.
   */
  #seenAt: number;
  waiter: Waiter | undefined;
  /** A poll running when the queue ends gets nothing more. */
  hasEnded = false;
  /** Whether `acknowledged` or the time of the last poll differ from what is stored. */
  isDirty = false;

  /** @param secondsSincePoll the time since the client's last poll */
  constructor(record: QueueRecord, acknowledged: number, secondsSincePoll = 0) {
    this.record = record;
    this.acknowledged = acknowledged;
    this.#seenAt = monotonicSeconds() - secondsSincePoll;
  }

  /** Records a poll. */
  touch(): void {
    this.#seenAt = monotonicSeconds();
    this.isDirty = true;
  }

  /** Records what a client has received. */
  acknowledge(eventId: number): void {
    this.acknowledged = Math.max(this.acknowledged, eventId);
    this.touch();
  }

  /** Merges the state of the queue that another server stored. */
  mergeStored(stored: EventQueue): void {
    this.acknowledged = Math.max(this.acknowledged, stored.acknowledged);
    this.#seenAt = Math.max(this.#seenAt, stored.#seenAt);
  }

  /** Seconds since the client's last poll. */
  get secondsSincePoll(): number {
    return monotonicSeconds() - this.#seenAt;
  }

  /** Whether its idle time without a poll is over. */
  get isIdle(): boolean {
    return !this.waiter && this.secondsSincePoll > this.record.idleSeconds;
  }
}

/** The seconds that a queue survives without a poll: the requested value within limits. */
export function idleSecondsFor(requested: number | 'mobile' | undefined): number {
  if (requested === undefined) return limits.queueIdleSeconds;
  if (requested === 'mobile') return limits.queueIdleSecondsMobile;
  return Math.min(Math.max(requested, limits.queueIdleSeconds), limits.queueIdleSecondsMaximum);
}
