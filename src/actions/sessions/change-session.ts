// Creates, renews and ends sessions, inside a unit of work.

import { limits } from '../../api-contract/limits.ts';
import { END_SESSIONS, type EndedSessions } from '../../model/sessions/ended-sessions.ts';
import {
  isExpiredByIdleness,
  type Session,
  shouldRenewToken,
  tokenState,
} from '../../model/sessions/session.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { deleteWebSubscriptionsOfSessions } from '../../stores/push/web-subscription-store.ts';
import { deleteDeviceOfSession, deleteDevicesOf } from '../../stores/sessions/known-device-store.ts';
import {
  deleteIdleSessions,
  deleteSessions,
  insertSession,
  type NewBrowserSession,
  sessionByTokenHash,
  sessionsOf,
  updateSession,
} from '../../stores/sessions/session-store.ts';
import { endWebSubscriptionsOfSessions } from '../push/web-subscriptions.ts';

/**
 * Creates a session and returns its id. Beyond the limit of an account, the least recently used sessions end.
 */
export async function beginSession(writer: Writer, begun: NewBrowserSession): Promise<number> {
  const forgotten = await deleteIdleSessions(writer, writer.now - limits.sessionIdleSeconds);
  await deleteWebSubscriptionsOfSessions(writer, forgotten);
  const sessions = await sessionsOf(writer, begun.accountId);
  await endAll(writer, begun.accountId, sessions.slice(limits.sessionsPerAccount - 1));
  return insertSession(writer, begun);
}

/**
 * Records that a browser with this token used its session; undefined if the session has ended. A token
 * that was replaced long ago ends the session: one of two browsers has a copy, and it is unknown which.
 */
export async function recordSessionUse(writer: Writer, tokenHash: string): Promise<Session | undefined> {
  const session = await sessionByTokenHash(writer, tokenHash);
  if (!session) return undefined;
  const state = tokenState(session, tokenHash, writer.now);
  if (state === 'replayed' || isExpiredByIdleness(session, writer.now)) {
    if (state === 'replayed') await deleteDeviceOfSession(writer, session.accountId, session.id);
    await endAll(writer, session.accountId, [session]);
    return undefined;
  }
  const isFirstUse = state === 'current' && session.oldTokenHash !== null && session.oldTokenUntil === null;
  const oldTokenUntil = isFirstUse ? writer.now + limits.sessionOverlapSeconds : session.oldTokenUntil;
  await updateSession(writer, session.id, { last_seen_at: writer.now, old_token_until: oldTokenUntil });
  return { ...session, lastSeenAt: writer.now, oldTokenUntil };
}

/**
 * Replaces the token that a browser sent, unless it was replaced in the meantime; returns whether it was
 * replaced.
 */
export async function renewToken(writer: Writer, shownHash: string, newHash: string): Promise<boolean> {
  const session = await sessionByTokenHash(writer, shownHash);
  if (!session || !shouldRenewToken(session, tokenState(session, shownHash, writer.now), writer.now)) {
    return false;
  }
  await updateSession(writer, session.id, {
    token_hash: newHash,
    old_token_hash: shownHash,
    old_token_until: null,
    renewed_at: writer.now,
    last_seen_at: writer.now,
  });
  invalidateCached(writer, session.accountId);
  return true;
}

/**
 * Records when the person at a session last confirmed their identity, by default now. Returns whether the
 * session exists.
 */
export async function recordIdentityConfirmed(
  writer: Writer,
  accountId: number,
  id: number,
  provenAt = writer.now,
): Promise<boolean> {
  if (!(await sessionsOf(writer, accountId)).some((session) => session.id === id)) return false;
  await updateSession(writer, id, { proven_at: Math.min(provenAt, writer.now) });
  invalidateCached(writer, accountId);
  return true;
}

/** Makes servers check the account's cached sessions again. */
function invalidateCached(writer: Writer, accountId: number): void {
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { accounts: [accountId] },
  });
}

/** Ends a session of an account; returns whether it existed. */
export async function endSession(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const endedSessions = (await sessionsOf(writer, accountId)).filter((session) => session.id === id);
  await endAll(writer, accountId, endedSessions);
  return endedSessions.length > 0;
}

/** Ends a session of an account from another device, and forgets its browser. Returns whether it existed. */
export async function revokeSession(writer: Writer, accountId: number, id: number): Promise<boolean> {
  await deleteDeviceOfSession(writer, accountId, id);
  return endSession(writer, accountId, id);
}

/** Ends all sessions of an account except one to keep, and forgets all other browsers. */
export async function endSessionsOf(writer: Writer, accountId: number, keptId?: number): Promise<void> {
  await deleteDevicesOf(writer, accountId, keptId);
  const endedSessions = (await sessionsOf(writer, accountId)).filter(({ id }) => id !== keptId);
  await endAll(writer, accountId, endedSessions);
}

/** Servers drop the account's cached sessions, and reject polls that wait in one of the ended sessions. */
async function endAll(writer: Writer, accountId: number, ended: readonly Session[]): Promise<void> {
  if (ended.length === 0) return;
  const sessionIds = ended.map(({ id }) => id);
  await deleteSessions(writer, sessionIds);
  // The next user of that browser must not get notifications.
  await endWebSubscriptionsOfSessions(writer, accountId, sessionIds);
  writer.emit({
    type: END_SESSIONS,
    audience: { kind: 'nobody' },
    payload: {},
    extra: { accountId, sessionIds } satisfies EndedSessions,
    touches: { accounts: [accountId] },
  });
}
