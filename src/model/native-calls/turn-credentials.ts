// Credentials for a TURN server that are valid for a time (`use-auth-secret` of coturn; draft-uberti-behave-turn-rest). The
// user name is its end and random characters, and no one's name: the TURN server's log does not say who calls.

import { createHmac, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 12;

/** @param expiresAt seconds since 1970 */
export function turnCredentials(
  secret: string,
  expiresAt: number,
): { readonly username: string; readonly credential: string } {
  const username = `${expiresAt}:${randomBytes(RANDOM_BYTES).toString('hex')}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}
