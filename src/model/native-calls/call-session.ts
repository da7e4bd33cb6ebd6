// The secret by which a device in a call is known to the server, and under which it returns after a reload.

import { randomBytes } from 'node:crypto';

const SESSION_BYTES = 16;

export function newSession(): string {
  return randomBytes(SESSION_BYTES).toString('hex');
}
