// What waits to leave the house, what failed, and how much room there is: over all organizations, for whoever watches
// the server.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

/** Rows of the outbox of one kind. */
export interface WaitingWork {
  readonly kind: string;
  readonly rows: number;
  /** The earliest moment at which one of them is to be done, in seconds. */
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

/** The outbox by kinds of work. */
export async function waitingWork(reader: Reader): Promise<WaitingWork[]> {
  const rows = await outboxByKind.all(reader, {});
  return rows.map(({ kind, rows: count, due_at }) => ({ kind, rows: Number(count), due_at: Number(due_at) }));
}

/** How the posting of events to addresses of bots goes. */
export interface EventPosting {
  /** Subscriptions that are on. */
  readonly active: number;
  /** Those of them whose address has not taken the next event. */
  readonly waiting: number;
  /** Since when the first of these fails, in seconds; undefined where none does. */
  readonly failing_since: number | undefined;
  /** Entries of its log that the one is behind which is most. */
  readonly entries: number;
}

/** Event subscriptions of organizations that are open. */
export async function eventPosting(reader: Reader): Promise<EventPosting> {
  const [row] = await postings.all(reader, {});
  return {
    active: Number(row?.active ?? 0),
    waiting: Number(row?.waiting ?? 0),
    failing_since: row?.failing_since == null ? undefined : Number(row.failing_since),
    entries: Number(row?.entries ?? 0),
  };
}

/** Log-ins that failed in the last half hour. */
export async function countLoginFailures(reader: Reader): Promise<number> {
  const [row] = await loginFailures.all(reader, {});
  return Number(row?.rows ?? 0);
}

/** Bytes of all uploads. */
export async function sumUploadedBytes(reader: Reader): Promise<number> {
  const [row] = await uploadedBytes.all(reader, {});
  return Number(row?.bytes ?? 0);
}
