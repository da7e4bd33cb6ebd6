// The event log, the queues that read it, and the outbox.

import { generated, id, json, number, organizationId, secret, text } from './column.ts';
import { absent, changedByStage, deletedWithAccount, table } from './table.ts';

export const eventTables = {
  /** The event log: all changes of an organization, in order. */
  event: table({
    columns: {
      organization_id: organizationId,
      sequence: number,
      entry: json,
      created_at: number,
      /** Bytes of all entries that the organization's log ever had, up to and including this one. */
      log_bytes: number,
    },
    key: ['organization_id', 'sequence'],
    onErasure: changedByStage,
    archive: absent('clients register again with the new server'),
  }),

  event_queue: table({
    columns: {
      id: text,
      organization_id: organizationId,
      account_id: id('account'),
      start_sequence: number,
      /** The log position up to which the client has received its events. */
      acknowledged: number,
      last_seen_at: number,
      idle_seconds: number,
      options: json,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('clients register again with the new server'),
  }),

  /** Work that leaves the server, written with the change that caused it and delivered at least once. */
  outbox: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      kind: text,
      /** The receiver, if a single one may be slow; empty otherwise. */
      receiver: generated(text),
      payload: secret(json, 'within'),
      due_at: number,
      attempts: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('it is work in progress of the server'),
  }),
} as const;
