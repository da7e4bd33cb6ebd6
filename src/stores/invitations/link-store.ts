// Invitation links, which many people can use.

import { sql } from 'kysely';
import { DAY } from '../../api-contract/time.ts';
import type { InvitationLinkRow } from '../../model/invitations/invitation.ts';
import { linkKeyHash } from '../../model/invitations/link-key.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const RETENTION_SECONDS = 30 * DAY;

/** Valid links, oldest first; of one inviter or of all. */
export function openLinks(
  reader: Reader,
  now: number,
  inviterId: number | undefined,
): Promise<InvitationLinkRow[]> {
  let query = reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('is_revoked', '=', sql.lit(0))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]));
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId);
  return query.orderBy('id').execute();
}

/** An invitation link of the organization, in any state. */
export function linkById(reader: Reader, id: number): Promise<InvitationLinkRow | undefined> {
  return reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An invitation link, in any state, by the key in its address. */
export function linkByKey(reader: Reader, key: string): Promise<InvitationLinkRow | undefined> {
  return reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('key_hash', '=', linkKeyHash(key))
    .executeTakeFirst();
}

/** Stores a link, and deletes links that ended long ago. */
export async function insertLink(writer: Writer, row: Omit<InvitationLinkRow, 'id' | 'uses'>): Promise<void> {
  const before = writer.now - RETENTION_SECONDS;
  await writer.db
    .deleteFrom('invitation_link')
    .where('organization_id', '=', writer.organizationId)
    .where('invited_at', '<=', before)
    .where((e) => e.or([e('is_revoked', '=', 1), e('expires_at', '<=', before)]))
    .execute();
  await writer.db.insertInto('invitation_link').values(row).execute();
}

/** Counts one more use of a link; false if it already has `maximum` uses. */
export async function countLinkUse(writer: Writer, id: number, maximum: number): Promise<boolean> {
  let query = writer.db
    .updateTable('invitation_link')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id);
  if (Number.isFinite(maximum)) query = query.where('uses', '<', maximum);
  return (await query.returning('id').execute()).length > 0;
}

/** Revokes a link; accounts that joined through it stay. */
export async function revokeLink(writer: Writer, id: number): Promise<void> {
  await writer.db
    .updateTable('invitation_link')
    .set({ is_revoked: 1 })
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Revokes the links of an inviter; returns how many. */
export async function revokeLinksOf(writer: Writer, inviterId: number): Promise<number> {
  const rows = await writer.db
    .updateTable('invitation_link')
    .set({ is_revoked: 1 })
    .where('organization_id', '=', writer.organizationId)
    .where('inviter_id', '=', inviterId)
    .where('is_revoked', '=', sql.lit(0))
    .returning('id')
    .execute();
  return rows.length;
}
