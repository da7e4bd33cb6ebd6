// The cookies of a session: its token, the CSRF token, and the id of the account. The client's script reads the last
// one, so that it knows before its first request whether its stored data belongs to this account. Over an encrypted
// connection the names begin with `__Host-`, so that browsers accept the cookies from this host only.

import { limits } from '../../api-contract/limits.ts';
import { formatDeviceTokens, parseDeviceTokens } from '../../model/sessions/known-device.ts';
import { cookieOf } from '../http/cookies.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';

const SESSION = 'sessionid';
const CSRF = 'csrftoken';
const ACCOUNT = 'person';
const DEVICES = 'devices';

/** The values that a browser stores. */
export interface SessionCookies {
  readonly token: string;
  readonly csrfToken: string;
}

/** Whether people use an encrypted connection to the server. */
export function isEncrypted(request: HttpRequest, publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? request.protocol === 'https';
}

/** The session token that a browser sent; undefined if it has none. */
export function sessionTokenIn(request: HttpRequest, publicUrl: string | undefined): string | undefined {
  return cookieOf(request, isEncrypted(request, publicUrl) ? `__Host-${SESSION}` : SESSION);
}

export function setSessionCookies(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  { token, csrfToken }: SessionCookies,
): void {
  write(request, reply, publicUrl, [
    [SESSION, token, limits.sessionIdleSeconds],
    [CSRF, csrfToken, limits.sessionIdleSeconds],
  ]);
}

/** The tokens of known devices that a browser sent, for all accounts that it has logged in with. */
export function deviceTokensOf(request: HttpRequest, publicUrl: string | undefined): string[] {
  const [prefix] = prefixAndSecureOf(request, publicUrl);
  return parseDeviceTokens(cookieOf(request, `${prefix}${DEVICES}`));
}

/** Stores the tokens of known devices in the browser. They stay after logging out. */
export function setDeviceTokens(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  tokens: readonly string[],
): void {
  write(request, reply, publicUrl, [[DEVICES, formatDeviceTokens(tokens), limits.knownDeviceSeconds]]);
}

export function clearSessionCookies(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
): void {
  write(request, reply, publicUrl, [
    [SESSION, '', 0],
    [CSRF, '', 0],
    [ACCOUNT, '', 0],
  ]);
}

/**
 * Stores the account's id in the browser, unless it is stored already. It proves nothing: the server never
 * authenticates by it.
 */
export function setAccountCookie(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  accountId: number,
): void {
  const [prefix] = prefixAndSecureOf(request, publicUrl);
  if (cookieOf(request, `${prefix}${ACCOUNT}`) === String(accountId)) return;
  write(request, reply, publicUrl, [[ACCOUNT, String(accountId), limits.sessionIdleSeconds]]);
}

/** The prefix of the cookie names, and the attribute that goes with it. */
function prefixAndSecureOf(request: HttpRequest, publicUrl: string | undefined): readonly [string, string] {
  return isEncrypted(request, publicUrl) ? ['__Host-', '; Secure'] : ['', ''];
}

function write(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  cookies: readonly (readonly [name: string, value: string, seconds: number])[],
): void {
  const [prefix, secure] = prefixAndSecureOf(request, publicUrl);
  // Lax: links from elsewhere, for example in mails, must open the organization with its session.
  const attributes = (name: string, seconds: number) =>
    `Path=/; Max-Age=${seconds}${name === ACCOUNT ? '' : '; HttpOnly'}; SameSite=Lax${secure}`;
  reply.header(
    'set-cookie',
    cookies.map(([name, value, seconds]) => `${prefix}${name}=${value}; ${attributes(name, seconds)}`),
  );
}
