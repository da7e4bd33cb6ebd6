// Reads and writes invitations to email addresses.

import { sql } from 'kysely';
import { DAY } from '../../api-contract/time.ts';
import { type InvitationRow, InvitationStatus } from '../../model/invitations/invitation.ts';
import { linkKeyHash } from '../../model/invitations/link-key.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** How long used, revoked or expired invitations can be told apart from unknown ones. */
const RETENTION_DAYS = 30;

const remindable = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('remind_at', 'is not', null)
    .where('remind_at', '<=', p.now)
    .orderBy('remind_at')
    .limit(p.limit),
);
const firstReminder = preparedRead<object>()((db) =>
  db
    .selectFrom('invitation')
    .select('remind_at')
    .where('remind_at', 'is not', null)
    .orderBy('remind_at')
    .limit(1),
);

/** Open, unexpired invitations, oldest first; of one inviter or of all. */
export function openInvitations(
  reader: Reader,
  now: number,
  inviterId: number | undefined,
): Promise<InvitationRow[]> {
  let query = reader.db
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('status', '=', sql.lit(InvitationStatus.open))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]));
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId);
  return query.orderBy('id').execute();
}

/** An invitation of the organization, in any state. */
export function invitationById(reader: Reader, id: number): Promise<InvitationRow | undefined> {
  return reader.db
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** An invitation, in any state, by the key in its mail. */
export function invitationByKey(reader: Reader, key: string): Promise<InvitationRow | undefined> {
  return reader.db
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('key_hash', '=', linkKeyHash(key))
    .executeTakeFirst();
}

/** Stores new invitations in one statement; the request bounds their number. */
export async function insertInvitations(
  writer: Writer,
  rows: readonly Omit<InvitationRow, 'id'>[],
): Promise<void> {
  if (rows.length > 0)
    await writer.db
      .insertInto('invitation')
      .values([...rows])
      .execute();
}

export async function updateInvitation(
  writer: Writer,
  id: number,
  changes: Partial<Omit<InvitationRow, 'id' | 'organization_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('invitation')
    .set(changes)
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Deletes invitations that ended long ago, since they name people who never joined. */
export async function deleteOldInvitations(writer: Writer): Promise<void> {
  const before = writer.now - RETENTION_DAYS * DAY;
  await writer.db
    .deleteFrom('invitation')
    .where('organization_id', '=', writer.organizationId)
    .where('invited_at', '<=', before)
    .where((e) => e.or([e('status', '<>', InvitationStatus.open), e('expires_at', '<=', before)]))
    .execute();
}

/** The number of mails for the organization's invitations of the last 24 hours. */
export async function mailsOfLastDay(reader: Reader, now: number): Promise<number> {
  const row = await reader.db
    .selectFrom('invitation')
    .select((e) => e.fn.sum<number | string | null>('mails').as('mails'))
    .where('organization_id', '=', reader.organizationId)
    .where('invited_at', '>', now - DAY)
    .executeTakeFirst();
  return Number(row?.mails ?? 0);
}

/** The open invitations to an address, newest first. */
export function invitationsTo(reader: Reader, email: string): Promise<InvitationRow[]> {
  return reader.db
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('email_key', '=', textKey(email))
    .where('status', '=', sql.lit(InvitationStatus.open))
    .orderBy('id', 'desc')
    .execute();
}

/** Closes all open invitations to an address that has joined; returns the inviters. */
export async function closeInvitationsTo(writer: Writer, email: string): Promise<number[]> {
  const rows = await writer.db
    .updateTable('invitation')
    .set({ status: InvitationStatus.joined, remind_at: null })
    .where('organization_id', '=', writer.organizationId)
    .where('email_key', '=', textKey(email))
    .where('status', '=', sql.lit(InvitationStatus.open))
    .returning('inviter_id')
    .execute();
  return rows.map((row) => row.inviter_id);
}

/** Revokes the open invitations of an inviter; returns how many. */
export async function revokeInvitationsOf(writer: Writer, inviterId: number): Promise<number> {
  const rows = await writer.db
    .updateTable('invitation')
    .set({ status: InvitationStatus.revoked, remind_at: null })
    .where('organization_id', '=', writer.organizationId)
    .where('inviter_id', '=', inviterId)
    .where('status', '=', sql.lit(InvitationStatus.open))
    .returning('id')
    .execute();
  return rows.length;
}

/** Invitations of all organizations whose reminder is due. */
export function dueReminders(reader: Reader, now: number, limit: number): Promise<InvitationRow[]> {
  return remindable.all(reader, { now, limit });
}

/** When the next reminder of any organization is due. */
export async function nextReminder(reader: Reader): Promise<number | undefined> {
  return (await firstReminder.first(reader, {}))?.remind_at ?? undefined;
}
