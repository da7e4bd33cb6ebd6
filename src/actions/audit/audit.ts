// The one way into the audit log: whatever is told there is told in the unit of work that does it, so that neither is
// there without the other.

import { type AuditDetails, boundedDetails } from '../../model/audit/details.ts';
import type { AuditKind } from '../../model/audit/kinds.ts';
import type { Writer } from '../../storage/session.ts';
import { insertEntry } from '../../stores/audit/audit-store.ts';

/** What happened. */
export interface Act {
  readonly kind: AuditKind;
  /** Who did it, where the unit does not know: somebody who is just coming in. */
  readonly actingId?: number;
  /** Whom it was done to. */
  readonly accountId?: number;
  readonly channelId?: number;
  readonly groupId?: number;
  /** Of the network that it came from. */
  readonly address?: string;
  /** Never a password, key, token, hash or what messages say. */
  readonly details?: AuditDetails;
}

/** Who did it, as columns of the entry. */
export function actorOf({ doneBy }: Writer, { actingId }: Act) {
  const byUnit = typeof doneBy === 'object' ? doneBy.accountId : null;
  return { is_command: doneBy === 'command' ? 1 : 0, acting_account_id: actingId ?? byUnit };
}

/** By which door a program came that has no account. */
function doorOf({ doneBy }: Writer): AuditDetails {
  return doneBy === 'scim' || doneBy === 'directory_sync' ? { door: doneBy } : {};
}

/** Its details as the entry tells them. */
export function detailsOf(writer: Writer, { details }: Act): AuditDetails {
  return boundedDetails({ ...details, ...doorOf(writer) });
}

/**
 * Tells an act; gives the id of its entry.
 * @example
 * await audit(writer, { kind: 'role_changed', accountId: account.id, details: { old: account.role, new: role } });
 */
export async function audit(writer: Writer, act: Act): Promise<number> {
  return insertEntry(writer, {
    organization_id: writer.organizationId,
    created_at: writer.now,
    kind: act.kind,
    ...actorOf(writer, act),
    account_id: act.accountId ?? null,
    channel_id: act.channelId ?? null,
    group_id: act.groupId ?? null,
    address: act.address ?? null,
    times: 1,
    details: JSON.stringify(detailsOf(writer, act)),
  });
}
