// A browser that somebody is logged in with.

import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What the server knows of it. */
export interface Session {
  readonly id: number;
  readonly accountId: number;
  /** The browser and its system, as people call them. */
  readonly device: string;
  readonly createdAt: number;
  /** To within `sessionSeenSeconds`. */
  readonly lastSeenAt: number;
  /** When its token was last replaced. */
  readonly renewedAt: number;
  /** When its person last logged in or proved otherwise who they are. */
  readonly provenAt: number;
  readonly tokenHash: string;
  /** The token before; null until the first is replaced. */
  readonly oldTokenHash: string | null;
  /** Until when the old token counts; null until its successor has been used. */
  readonly oldTokenUntil: number | null;
}

/** What a browser keeps of a session, which nobody can guess. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a text can be a token at all. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The hash by which a session is found: whoever reads the database cannot log in with it. */
export function sessionTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`session:${token}`).digest('base64url');
}

/** What programs send beside the cookie to show that they can read what they were sent; the same for all of a session. */
export function csrfTokenOf({ secret }: Keyring, sessionId: number): string {
  return createHmac('sha256', secret).update(`csrf:${sessionId}`).digest('base64url');
}

/** Whether nobody has used a session for so long that it has ended. */
export function isForgotten({ lastSeenAt }: Session, now: number): boolean {
  return lastSeenAt <= now - limits.sessionIdleSeconds;
}

/** How far the clocks of providers and of several servers may differ. */
export const CLOCK_SECONDS = 60;

/**
 * Whether the person proved recently enough who they are. A proof from the future counts for none: the clock was set back, and it
 * would count for as long as that.
 */
export function isRecentlyProven({ provenAt }: Pick<Session, 'provenAt'>, now: number): boolean {
  return provenAt > now - limits.recentProofSeconds && provenAt <= now + CLOCK_SECONDS;
}

/** What a token of a session is at a moment. */
export type TokenState =
  | 'current'
  /** Replaced, and still good: its successor may not have arrived. */
  | 'old'
  /** Replaced long ago: somebody has a copy. */
  | 'replayed';

/** What the token with this hash, by which the session was found, is. */
export function tokenState(session: Session, tokenHash: string, now: number): TokenState {
  if (tokenHash === session.tokenHash) return 'current';
  const { oldTokenUntil } = session;
  return oldTokenUntil === null || oldTokenUntil > now ? 'old' : 'replayed';
}

/**
 * Whether the token is to be replaced now: once a day, and again when the answer with its successor seems to have been
 * lost on the way.
 */
export function isToBeRenewed(session: Session, state: TokenState, now: number): boolean {
  const age = now - session.renewedAt;
  if (state === 'current') return age >= limits.sessionRenewSeconds;
  return state === 'old' && session.oldTokenUntil === null && age >= limits.sessionOverlapSeconds;
}
