// Writes the audit log. An action is recorded in the same unit of work that performs it, so neither exists
// without the other.

import { type AuditDetails, boundedDetails } from '../../model/audit/audit-details.ts';
import type { AuditKind } from '../../model/audit/audit-kinds.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { insertEntry } from '../../stores/audit/audit-store.ts';

/** An action to record. */
export interface AuditedAction {
  readonly kind: AuditKind;
  /** The actor, if the unit of work does not know it: someone who is just logging in. */
  readonly actingId?: number;
  /** The account that the action affects. */
  readonly accountId?: number;
  readonly channelId?: number;
  readonly groupId?: number;
  /** The network address of the request. */
  readonly address?: string;
  /** Never a password, key, token, hash or message content. */
  readonly details?: AuditDetails;
}

/** The actor, as columns of the entry. */
export function actorOf({ actor }: Writer, { actingId }: AuditedAction) {
  const byUnit = typeof actor === 'object' ? actor.accountId : null;
  return { is_command: actor === 'command' ? 1 : 0, acting_account_id: actingId ?? byUnit };
}

/** The interface through which a program without an account acted. */
function sourceOf({ actor }: Writer): AuditDetails {
  return actor === 'scim' || actor === 'directory_sync' ? { door: actor } : {};
}

/** The details as stored. */
export function detailsOf(writer: Writer, { details }: AuditedAction): AuditDetails {
  return boundedDetails({ ...details, ...sourceOf(writer) });
}

/**
 * Records an action; returns the id of its entry.
 * @example
 * const details = { old: account.role, new: role };
 * await audit(writer, { kind: 'role_changed', accountId: account.id, details });
 */
export async function audit(writer: Writer, action: AuditedAction): Promise<number> {
  return insertEntry(writer, {
    organization_id: writer.organizationId,
    created_at: writer.now,
    kind: action.kind,
    ...actorOf(writer, action),
    account_id: action.accountId ?? null,
    channel_id: action.channelId ?? null,
    group_id: action.groupId ?? null,
    address: action.address ?? null,
    times: 1,
    details: JSON.stringify(detailsOf(writer, action)),
  });
}
