// The secret by which a device in a call is known to the server, and under which it returns after a reload.

import { createHash, randomBytes } from 'node:crypto';

const SESSION_BYTES = 16;

export function newSession(): string {
  return randomBytes(SESSION_BYTES).toString('hex');
}

/** The session of a device that returns after it had left. It follows from the one before, so that asking again is safe. */
export function followingSession(session: string): string {
  return createHash('sha256')
    .update(session)
    .digest('hex')
    .slice(0, 2 * SESSION_BYTES);
}
