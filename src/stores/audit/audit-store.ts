// The audit log. It is append-only except for expiry; every query runs along an index in entry order.

import type { Insertable } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { type AuditDetails, boundedDetails } from '../../model/audit/audit-details.ts';
import type { AuditEntryRow } from '../../model/audit/audit-entry.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

export type NewAuditEntry = Omit<Insertable<Schema['audit_entry']>, 'id'>;

export async function insertEntry(writer: Writer, entry: NewAuditEntry): Promise<number> {
  const added = await writer.db
    .insertInto('audit_entry')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Replaces the details of an entry while its action continues. */
export async function replaceDetails(writer: Writer, id: number, details: AuditDetails): Promise<void> {
  const json = JSON.stringify(boundedDetails(details));
  await writer.db.updateTable('audit_entry').set({ details: json }).where('id', '=', id).execute();
}

const newestOfKind = preparedRead<{ account: number; kind: string; limit: number }>()((db, p) =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('kind', '=', p.kind)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
const addOne = preparedWrite<{ id: number }>()((db, p) =>
  db
    .updateTable('audit_entry')
    .set((e) => ({ times: e('times', '+', 1) }))
    .where('id', '=', p.id),
);

/** The newest entries of a kind about an account, newest first. */
export function newestEntries(
  reader: Reader,
  accountId: number,
  kind: string,
  limit: number,
): Promise<AuditEntryRow[]> {
  return newestOfKind.all(reader, { account: accountId, kind, limit });
}

/** Increments how often an entry happened. */
export async function incrementTimes(writer: Writer, id: number): Promise<void> {
  await addOne.all(writer, { id });
}

/** Which entries to read; missing fields do not filter. Ids are exclusive, times inclusive. */
export interface AuditFilter {
  readonly kind?: string | undefined;
  readonly actingId?: number | undefined;
  readonly accountId?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly limit: number;
}

/** The id of the first entry since a time, or of the last one until it; undefined if there is none. */
async function idAt(reader: Reader, which: 'since' | 'until', moment: number): Promise<number | undefined> {
  const direction = which === 'since' ? 'asc' : 'desc';
  const row = await reader.db
    .selectFrom('audit_entry')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('created_at', which === 'since' ? '>=' : '<=', moment)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Entries that match a filter, newest first. With `after` but not `before`, the ones directly after it;
 * otherwise the newest.
 */
export async function readEntries(reader: Reader, filter: AuditFilter): Promise<AuditEntryRow[]> {
  const { kind, actingId, accountId, before, after, since, until } = filter;
  const first = since === undefined ? undefined : await idAt(reader, 'since', since);
  const last = until === undefined ? undefined : await idAt(reader, 'until', until);
  if ((since !== undefined && first === undefined) || (until !== undefined && last === undefined)) return [];
  const isAscending = after !== undefined && before === undefined;
  let query = reader.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('organization_id', '=', reader.organizationId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (actingId !== undefined) query = query.where('acting_account_id', '=', actingId);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (first !== undefined) query = query.where('id', '>=', first);
  if (last !== undefined) query = query.where('id', '<=', last);
  const rows = await query
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(filter.limit)
    .execute();
  return isAscending ? rows.toReversed() : rows;
}

const firstBefore = preparedRead<{ moment: number; limit: number }>()((db, p) =>
  db
    .selectFrom('audit_entry')
    .select('id')
    .where('created_at', '<', p.moment)
    .orderBy('created_at')
    .limit(p.limit),
);

/** Whether any organization has entries from before a time. */
export async function hasEntriesBefore(reader: Reader, moment: number): Promise<boolean> {
  return (await firstBefore.first(reader, { moment, limit: 1 })) !== undefined;
}

/** Removes the oldest entries of all organizations from before a time, up to a limit per call. */
export async function removeEntriesBefore(writer: Writer, moment: number): Promise<void> {
  const oldest = writer.db
    .selectFrom('audit_entry')
    .select('id')
    .where('created_at', '<', moment)
    .orderBy('created_at')
    .limit(limits.auditEntriesPerSweep);
  await writer.db.deleteFrom('audit_entry').where('id', 'in', oldest).execute();
}
