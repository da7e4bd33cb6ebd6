// What waits to leave the house, what failed, and how much room there is: over all organizations, for whoever watches
// the server.

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

/** The outbox by kinds of work. */
export async function waitingWork(reader: Reader): Promise<WaitingWork[]> {
  const rows = await outboxByKind.all(reader, {});
  return rows.map(({ kind, rows: count, due_at }) => ({ kind, rows: Number(count), due_at: Number(due_at) }));
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
