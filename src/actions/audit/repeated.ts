// Acts that people may repeat as often as they like. So that nobody fills the log, the same act within a minute is counted in
// one entry, and beyond so many different ones within it the newest counts.

import { isDeepStrictEqual } from 'node:util';
import type { AuditEntryRow } from '../../model/audit/entry.ts';
import { networkOf } from '../../model/client-network.ts';
import type { Writer } from '../../storage/session.ts';
import { countAgain, newestEntries } from '../../stores/audit/audit-store.ts';
import { type Act, actorOf, audit, detailsOf } from './audit.ts';

/** What happens again within so long is counted in one entry. */
export const TOGETHER_SECONDS = 60;
/** Entries of one kind about one account in that time. */
export const MOST_TOGETHER = 10;

function networkIn(address: string | null | undefined): string | null {
  return address == null ? null : networkOf(address);
}

/** What an entry and an act have to have in common, addresses as their networks. */
function isSame(writer: Writer, row: AuditEntryRow, act: Act): boolean {
  return (
    row.acting_account_id === actorOf(writer, act).acting_account_id &&
    row.channel_id === (act.channelId ?? null) &&
    networkIn(row.address) === networkIn(act.address) &&
    isDeepStrictEqual(JSON.parse(row.details), detailsOf(writer, act))
  );
}

/** Tells an act on an account, which may happen again and again. */
export async function auditRepeated(
  writer: Writer,
  act: Act & { readonly accountId: number },
): Promise<void> {
  const newest = await newestEntries(writer, act.accountId, act.kind, MOST_TOGETHER);
  const recent = newest.filter((row) => row.created_at > writer.now - TOGETHER_SECONDS);
  const same = recent.find((row) => isSame(writer, row, act));
  const counted = same ?? (recent.length < MOST_TOGETHER ? undefined : recent[0]);
  if (counted) await countAgain(writer, counted.id);
  else await audit(writer, act);
}
