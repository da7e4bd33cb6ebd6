// Links through which many may join, in the database.

import { DAY } from '../../api-contract/time.ts';
import type { InvitationLinkRow } from '../../model/invitations/invitation.ts';
import { linkKeyHash } from '../../model/invitations/key.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const KEPT_SECONDS = 30 * DAY;

/** Links that work, the oldest first; of one inviter, or of all. */
export function openLinks(
  reader: Reader,
  now: number,
  inviterId: number | undefined,
): Promise<InvitationLinkRow[]> {
  let query = reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('is_revoked', '=', 0)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]));
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId);
  return query.orderBy('id').execute();
}

/** An invitation link of the organization, whether it still counts or not. */
export function linkById(reader: Reader, id: number): Promise<InvitationLinkRow | undefined> {
  return reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same by the key that its address holds. */
export function linkByKey(reader: Reader, key: string): Promise<InvitationLinkRow | undefined> {
  return reader.db
    .selectFrom('invitation_link')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('key_hash', '=', linkKeyHash(key))
    .executeTakeFirst();
}

/** Stores a link. Those that ended long ago are forgotten on the way. */
export async function insertLink(writer: Writer, row: Omit<InvitationLinkRow, 'id' | 'uses'>): Promise<void> {
  const before = writer.now - KEPT_SECONDS;
  await writer.db
    .deleteFrom('invitation_link')
    .where('organization_id', '=', writer.organizationId)
    .where('invited_at', '<=', before)
    .where((e) => e.or([e('is_revoked', '=', 1), e('expires_at', '<=', before)]))
    .execute();
  await writer.db.insertInto('invitation_link').values(row).execute();
}

/** Counts one more person who joins by a link; false where `maximum` of them have. */
export async function takeLinkUse(writer: Writer, id: number, maximum: number): Promise<boolean> {
  let query = writer.db
    .updateTable('invitation_link')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id);
  if (Number.isFinite(maximum)) query = query.where('uses', '<', maximum);
  return (await query.returning('id').execute()).length > 0;
}

/** Makes a link worthless; who came by it stays. */
export async function revokeLink(writer: Writer, id: number): Promise<void> {
  await writer.db
    .updateTable('invitation_link')
    .set({ is_revoked: 1 })
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Revokes the links that somebody has made; gives how many that were. */
export async function revokeLinksOf(writer: Writer, inviterId: number): Promise<number> {
  const rows = await writer.db
    .updateTable('invitation_link')
    .set({ is_revoked: 1 })
    .where('organization_id', '=', writer.organizationId)
    .where('inviter_id', '=', inviterId)
    .where('is_revoked', '=', 0)
    .returning('id')
    .execute();
  return rows.length;
}
