// A session: a browser in which an account is logged in.

import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The server's data about a session. */
export interface Session {
  readonly id: number;
  readonly accountId: number;
  /** The names of browser and operating system. */
  readonly device: string;
  readonly createdAt: number;
  /** Accurate to `sessionSeenSeconds`. */
  readonly lastSeenAt: number;
  /** When its token was last replaced. */
  readonly renewedAt: number;
  /** When the person last logged in or otherwise proved their identity. */
  readonly provedAt: number;
  readonly tokenHash: string;
  /** The previous token; null until the first one is replaced. */
  readonly oldTokenHash: string | null;
  /** Until when the old token is valid; null until its successor has been used. */
  readonly oldTokenUntil: number | null;
}

/** The token that the browser stores; it cannot be guessed. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of a token. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The hash by which a session is found, so that reading the database does not allow logging in. */
export function sessionTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`session:${token}`).digest('base64url');
}

/**
 * The token that programs send in addition to the cookie, to prove that they can read answers. It stays the
 * same for the whole session.
 */
export function csrfTokenOf({ secret }: Keyring, sessionId: number): string {
  return createHmac('sha256', secret).update(`csrf:${sessionId}`).digest('base64url');
}

/** Whether a session has ended because it was not used for `sessionIdleSeconds`. */
export function isExpiredByIdleness({ lastSeenAt }: Session, now: number): boolean {
  return lastSeenAt <= now - limits.sessionIdleSeconds;
}

/** How far the clocks of providers and of different servers may differ. */
export const MAX_CLOCK_DIFFERENCE_SECONDS = 60;

/**
 * Whether the person proved their identity recently. A proof from the future does not count: it means that the
 * clock was set back, and it would stay valid too long.
 */
export function hasRecentProof({ provedAt }: Pick<Session, 'provedAt'>, now: number): boolean {
  return provedAt > now - limits.recentProofSeconds && provedAt <= now + MAX_CLOCK_DIFFERENCE_SECONDS;
}

/** The state of a session's token. */
export type TokenState =
  | 'current'
  /** Replaced but still valid, because its successor may not have arrived. */
  | 'old'
  /** Replaced long ago, so someone has a copy of it. */
  | 'replayed';

/** The state of the token with a hash that belongs to the session. */
export function tokenState(session: Session, tokenHash: string, now: number): TokenState {
  if (tokenHash === session.tokenHash) return 'current';
  const { oldTokenUntil } = session;
  return oldTokenUntil === null || oldTokenUntil > now ? 'old' : 'replayed';
}

/**
 * Whether to replace the token now: once a day, and again if the answer with its successor seems to have been lost.
 */
export function shouldRenewToken(session: Session, state: TokenState, now: number): boolean {
  const age = now - session.renewedAt;
  if (state === 'current') return age >= limits.sessionRenewSeconds;
  return state === 'old' && session.oldTokenUntil === null && age >= limits.sessionOverlapSeconds;
}
