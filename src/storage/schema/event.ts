// The event log, the queues that read it, and the outbox.

import type { Generated } from 'kysely';
import type { Json } from './column.ts';

/** The event log: all changes of an organization, in order. */
export interface EventTable {
  organization_id: number;
  sequence: number;
  entry: Json;
  created_at: number;
  /** Bytes of all entries that the organization's log ever had, up to and including this one. */
  log_bytes: number;
}

export interface EventQueueTable {
  id: string;
  organization_id: number;
  account_id: number;
  start_sequence: number;
  acknowledged: number;
  last_seen_at: number;
  idle_seconds: number;
  options: Json;
}

/** Work that leaves the server, written with the change that caused it and delivered at least once. */
export interface OutboxTable {
  id: Generated<number>;
  organization_id: number;
  kind: string;
  /** The receiver, where a single one may be slow; empty otherwise. */
  receiver: Generated<string>;
  payload: Json;
  due_at: number;
  attempts: number;
}
