// Reads and writes browser sessions.

import type { Session } from '../../model/sessions/session.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row, Schema } from '../../storage/schema.ts';

function sessionOf(row: Row<'session'>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    device: row.device,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    renewedAt: row.renewed_at,
    provedAt: row.proven_at,
    tokenHash: row.token_hash,
    oldTokenHash: row.old_token_hash,
    oldTokenUntil: row.old_token_until,
  };
}

const byToken = preparedRead<{ organization: number; hash: string }>()((db, p) =>
  db
    .selectFrom('session')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where((by) => by.or([by('token_hash', '=', p.hash), by('old_token_hash', '=', p.hash)]))
    .limit(1),
);

/** The session with this token, or with it before the last replacement; includes expired sessions. */
export async function sessionByTokenHash(reader: Reader, hash: string): Promise<Session | undefined> {
  const [row] = await byToken.all(reader, { organization: reader.organizationId, hash });
  return row && sessionOf(row);
}

/** All sessions of an account, most recently used first, including expired ones. */
export async function sessionsOf(reader: Reader, accountId: number): Promise<Session[]> {
  const rows = await reader.db
    .selectFrom('session')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(sessionOf);
}

/** A session that begins. */
export interface NewBrowserSession extends Pick<Session, 'accountId' | 'tokenHash' | 'device'> {
  /** When the person last proved their identity; undefined means now, by logging in. */
  readonly provenAt?: number | undefined;
}

/** Stores a new session and returns its id. */
export async function insertSession(
  writer: Writer,
  { accountId, tokenHash, device, provenAt = writer.now }: NewBrowserSession,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('session')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      token_hash: tokenHash,
      old_token_hash: null,
      old_token_until: null,
      device,
      created_at: writer.now,
      last_seen_at: writer.now,
      renewed_at: writer.now,
      proven_at: Math.min(provenAt, writer.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSession(
  writer: Writer,
  id: number,
  changes: Partial<
    Pick<
      Schema['session'],
      'token_hash' | 'old_token_hash' | 'old_token_until' | 'renewed_at' | 'last_seen_at' | 'proven_at'
    >
  >,
): Promise<void> {
  await writer.db.updateTable('session').set(changes).where('id', '=', id).execute();
}

export async function deleteSessions(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer.db.deleteFrom('session').where('id', 'in', ids).execute();
}

/** Removes the organization's sessions last used at or before a time; returns their ids. */
export async function deleteIdleSessions(writer: Writer, seenUntil: number): Promise<number[]> {
  const rows = await writer.db
    .deleteFrom('session')
    .where('organization_id', '=', writer.organizationId)
    .where('last_seen_at', '<=', seenUntil)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
