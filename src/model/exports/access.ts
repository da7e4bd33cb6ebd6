// Who gets the link to an archive, and which archives tell what only owners read.

import { Role } from '../accounts/roles.ts';

type Person = { readonly id: number; readonly role: Role };

/**
 * Whether an administrator gets the link: where everybody's private data is in it, only owners and who asked for it. The
 * audit log, which is for owners, stands in one that an owner asked for.
 */
export function mayLoad(
  person: Person,
  {
    export_type: kind,
    acting_user_id: askerId,
  }: { readonly export_type: string; readonly acting_user_id: number },
): boolean {
  return kind !== 'full_without_consent' || person.role === Role.owner || person.id === askerId;
}

/** Whether an export that somebody asks for holds the audit log, where it holds everything else. */
export function holdsAuditLog(asker: Pick<Person, 'role'> | undefined): boolean {
  return asker?.role === Role.owner;
}
