// Beginning, keeping and ending sessions, inside a unit of work.

import { limits } from '../../api-contract/limits.ts';
import { END_SESSIONS, type EndedSessions } from '../../model/sessions/ended.ts';
import { isForgotten, isToBeRenewed, type Session, tokenState } from '../../model/sessions/session.ts';
import type { Writer } from '../../storage/session.ts';
import { deleteWebSubscriptionsOfSessions } from '../../stores/push/web-subscription-store.ts';
import { forgetDeviceOfSession, forgetDevicesOf } from '../../stores/sessions/known-device-store.ts';
import {
  type BegunSession,
  deleteForgotten,
  deleteSessions,
  insertSession,
  sessionByTokenHash,
  sessionsOf,
  updateSession,
} from '../../stores/sessions/session-store.ts';
import { endWithSessions } from '../push/web-subscriptions.ts';

/** Begins a session; gives its id. Beyond the bound of an account, those that rest longest make room. */
export async function beginSession(writer: Writer, begun: BegunSession): Promise<number> {
  const forgotten = await deleteForgotten(writer, writer.now - limits.sessionIdleSeconds);
  await deleteWebSubscriptionsOfSessions(writer, forgotten);
  const present = await sessionsOf(writer, begun.accountId);
  await end(writer, begun.accountId, present.slice(limits.sessionsPerAccount - 1));
  return insertSession(writer, begun);
}

/**
 * Notes that a session is in use by a browser that shows this token; undefined where it has ended. A token that was
 * replaced long ago ends it: one of two browsers has a copy, and nobody can tell which.
 */
export async function noteSeen(writer: Writer, tokenHash: string): Promise<Session | undefined> {
  const session = await sessionByTokenHash(writer, tokenHash);
  if (!session) return undefined;
  const state = tokenState(session, tokenHash, writer.now);
  if (state === 'replayed' || isForgotten(session, writer.now)) {
    if (state === 'replayed') await forgetDeviceOfSession(writer, session.accountId, session.id);
    await end(writer, session.accountId, [session]);
    return undefined;
  }
  const isFirstUse = state === 'current' && session.oldTokenHash !== null && session.oldTokenUntil === null;
  const oldTokenUntil = isFirstUse ? writer.now + limits.sessionOverlapSeconds : session.oldTokenUntil;
  await updateSession(writer, session.id, { last_seen_at: writer.now, old_token_until: oldTokenUntil });
  return { ...session, lastSeenAt: writer.now, oldTokenUntil };
}

/** Replaces the token that a browser showed, unless that has been done meanwhile; gives whether it was. */
export async function renewToken(writer: Writer, shownHash: string, newHash: string): Promise<boolean> {
  const session = await sessionByTokenHash(writer, shownHash);
  if (!session || !isToBeRenewed(session, tokenState(session, shownHash, writer.now), writer.now)) {
    return false;
  }
  await updateSession(writer, session.id, {
    token_hash: newHash,
    old_token_hash: shownHash,
    old_token_until: null,
    renewed_at: writer.now,
    last_seen_at: writer.now,
  });
  forgetChecked(writer, session.accountId);
  return true;
}

/** Notes when the person at a session proved who they are, by default just now; gives whether there is such a session. */
export async function noteProven(
  writer: Writer,
  accountId: number,
  id: number,
  provenAt = writer.now,
): Promise<boolean> {
  if (!(await sessionsOf(writer, accountId)).some((session) => session.id === id)) return false;
  await updateSession(writer, id, { proven_at: Math.min(provenAt, writer.now) });
  forgetChecked(writer, accountId);
  return true;
}

/** Has servers look again at sessions of an account that they have checked. */
function forgetChecked(writer: Writer, accountId: number): void {
  writer.emit({
    type: '_changed',
    audience: { kind: 'nobody' },
    payload: {},
    touches: { accounts: [accountId] },
  });
}

/** Ends a session of an account; gives whether there was one. */
export async function endSession(writer: Writer, accountId: number, id: number): Promise<boolean> {
  const ended = (await sessionsOf(writer, accountId)).filter((session) => session.id === id);
  await end(writer, accountId, ended);
  return ended.length > 0;
}

/** Ends a session of an account from elsewhere: its browser is no longer known. Gives whether there was one. */
export async function revokeSession(writer: Writer, accountId: number, id: number): Promise<boolean> {
  await forgetDeviceOfSession(writer, accountId, id);
  return endSession(writer, accountId, id);
}

/** Ends all sessions of an account, but for one that is to stay. No other browser is known any longer. */
export async function endSessionsOf(writer: Writer, accountId: number, but?: number): Promise<void> {
  await forgetDevicesOf(writer, accountId, but);
  const ended = (await sessionsOf(writer, accountId)).filter(({ id }) => id !== but);
  await end(writer, accountId, ended);
}

/** Servers forget what they checked of the account, and refuse polls that wait for one of the sessions. */
async function end(writer: Writer, accountId: number, ended: readonly Session[]): Promise<void> {
  if (ended.length === 0) return;
  const sessionIds = ended.map(({ id }) => id);
  await deleteSessions(writer, sessionIds);
  // Nothing is shown to whoever sits at that browser next.
  await endWithSessions(writer, accountId, sessionIds);
  writer.emit({
    type: END_SESSIONS,
    audience: { kind: 'nobody' },
    payload: {},
    extra: { accountId, sessionIds } satisfies EndedSessions,
    touches: { accounts: [accountId] },
  });
}
