// Who gets the link to an export archive, and which archives contain data that only owners may read.

import { Role } from '../accounts/roles.ts';

type Person = { readonly id: number; readonly role: Role };

/**
 * Whether an administrator gets the link. An archive with everyone's private data is only for owners and the
 * person who requested it. Archives requested by an owner contain the audit log, which is for owners.
 */
export function mayDownload(
  person: Person,
  {
    export_type: kind,
    acting_user_id: requesterId,
  }: { readonly export_type: string; readonly acting_user_id: number },
): boolean {
  return kind !== 'full_without_consent' || person.role === Role.owner || person.id === requesterId;
}

/** Whether a full export that a person requests contains the audit log. */
export function includesAuditLog(requester: Pick<Person, 'role'> | undefined): boolean {
  return requester?.role === Role.owner;
}
