// Figures for monitoring the server over all organizations: pending and failing work, failed logins, and
// storage.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/** Outbox rows of one kind. */
export interface PendingWork {
  readonly kind: string;
  readonly rows: number;
  /** The earliest due time, in seconds. */
  readonly due_at: number;
}

const outboxByKind = preparedRead<object>()((db) =>
  db
    .selectFrom('outbox')
    .select((row) => ['kind', row.fn.countAll<number>().as('rows'), row.fn.min('due_at').as('due_at')])
    .groupBy('kind'),
);
const loginFailures = preparedRead<object>()((db) =>
  db.selectFrom('login_failure').select((row) => row.fn.countAll<number>().as('rows')),
);
const uploadedBytes = preparedRead<object>()((db) =>
  db.selectFrom('upload_usage').select((row) => row.fn.sum<number>('bytes').as('bytes')),
);

const postings = preparedRead<object>()((db) =>
  db
    .selectFrom('event_subscription')
    .innerJoin('organization', 'organization.id', 'event_subscription.organization_id')
    .innerJoin(
      'organization_sequence',
      'organization_sequence.organization_id',
      'event_subscription.organization_id',
    )
    .select((row) => [
      row.fn.countAll<number>().as('active'),
      row.fn.sum<number>(sql`case when attempts > 0 then 1 else 0 end`).as('waiting'),
      row.fn.min<number | null>('failing_since').as('failing_since'),
      row.fn.max<number>(sql`case when attempts > 0 then sequence - position else 0 end`).as('entries'),
    ])
    .where('is_active', '=', 1)
    .where('is_deactivated', '=', 0),
);

/** Outbox rows by kind of work. */
export async function pendingWork(reader: Reader): Promise<PendingWork[]> {
  const rows = await outboxByKind.all(reader, {});
  return rows.map(({ kind, rows: count, due_at }) => ({ kind, rows: Number(count), due_at: Number(due_at) }));
}

/** The state of event posting to the addresses of bots. */
export interface EventPosting {
  /** Active subscriptions. */
  readonly active: number;
  /** Active subscriptions whose next event has not been accepted yet. */
  readonly waiting: number;
  /** Since when the first of these has failed, in seconds; undefined if none fails. */
  readonly failing_since: number | undefined;
  /** The number of log entries that the waiting subscription furthest behind has not posted. */
  readonly entries: number;
}

/** Event subscriptions of active organizations. */
export async function eventPosting(reader: Reader): Promise<EventPosting> {
  const [row] = await postings.all(reader, {});
  return {
    active: Number(row?.active ?? 0),
    waiting: Number(row?.waiting ?? 0),
    failing_since: row?.failing_since == null ? undefined : Number(row.failing_since),
    entries: Number(row?.entries ?? 0),
  };
}

/** Failed logins in the last half hour. */
export async function countLoginFailures(reader: Reader): Promise<number> {
  const [row] = await loginFailures.all(reader, {});
  return Number(row?.rows ?? 0);
}

/** Total bytes of all uploads. */
export async function sumUploadedBytes(reader: Reader): Promise<number> {
  const [row] = await uploadedBytes.all(reader, {});
  return Number(row?.bytes ?? 0);
}
