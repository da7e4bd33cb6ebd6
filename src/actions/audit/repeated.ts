// Audit entries of actions that people may repeat at will. To keep anyone from flooding the log, identical actions
// within a minute are counted in one entry. Beyond a limit of different actions in that time, the newest entry
// counts them.

import { isDeepStrictEqual } from 'node:util';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { AuditEntryRow } from '../../model/audit/audit-entry.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { incrementTimes, newestEntries } from '../../stores/audit/audit-store.ts';
import { type AuditedAction, actorOf, audit, detailsOf } from './audit.ts';

/** Repetitions within this time are counted in one entry. */
export const MERGE_SECONDS = 60;
/** The maximum number of entries of one kind about one account in that time. */
export const MAX_ENTRIES_PER_MERGE = 10;

function networkIn(address: string | null | undefined): string | null {
  return address == null ? null : clientNetworkOf(address);
}

/** Whether an entry records the same action; addresses are compared by network. */
function isSame(writer: Writer, row: AuditEntryRow, action: AuditedAction): boolean {
  return (
    row.acting_account_id === actorOf(writer, action).acting_account_id &&
    row.channel_id === (action.channelId ?? null) &&
    networkIn(row.address) === networkIn(action.address) &&
    isDeepStrictEqual(parseColumn(row.details), detailsOf(writer, action))
  );
}

/** Records an action on an account that may be repeated at will. */
export async function auditRepeated(
  writer: Writer,
  action: AuditedAction & { readonly accountId: number },
): Promise<void> {
  const newest = await newestEntries(writer, action.accountId, action.kind, MAX_ENTRIES_PER_MERGE);
  const recent = newest.filter((row) => row.created_at > writer.now - MERGE_SECONDS);
  const same = recent.find((row) => isSame(writer, row, action));
  const entryToIncrement = same ?? (recent.length < MAX_ENTRIES_PER_MERGE ? undefined : recent[0]);
  if (entryToIncrement) await incrementTimes(writer, entryToIncrement.id);
  else await audit(writer, action);
}
