// The cookies of a session: what names it, what a program that is no browser shows beside it, and whose it is, which the
// client's script reads: so it knows before it has asked anything whether what the browser keeps is this person's. Over an
// encrypted connection their names begin with `__Host-`, which browsers take from this very host alone.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../api-contract/limits.ts';
import { deviceTokensIn, deviceTokensText } from '../../model/sessions/known-device.ts';
import { cookieOf } from '../http/cookies.ts';

const SESSION = 'sessionid';
const CSRF = 'csrftoken';
const PERSON = 'person';
const DEVICES = 'devices';

/** What a browser is given to keep. */
export interface SessionCookies {
  readonly token: string;
  readonly csrfToken: string;
}

/** Whether people reach the server by an encrypted connection. */
export function isEncrypted(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') ?? request.protocol === 'https';
}

/** The token that a browser shows; undefined where it has none. */
export function sessionTokenIn(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  return cookieOf(request, isEncrypted(request, publicUrl) ? `__Host-${SESSION}` : SESSION);
}

/** Has the browser keep the cookies of a session. */
export function keepCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  { token, csrfToken }: SessionCookies,
): void {
  write(request, reply, publicUrl, [
    [SESSION, token, limits.sessionIdleSeconds],
    [CSRF, csrfToken, limits.sessionIdleSeconds],
  ]);
}

/** The tokens of known devices that a browser shows, of all accounts that it has logged in with. */
export function deviceTokensOf(request: FastifyRequest, publicUrl: string | undefined): string[] {
  const [prefix] = marksOf(request, publicUrl);
  return deviceTokensIn(cookieOf(request, `${prefix}${DEVICES}`));
}

/** Has the browser keep them, also after it has logged out. */
export function keepDeviceTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  tokens: readonly string[],
): void {
  write(request, reply, publicUrl, [[DEVICES, deviceTokensText(tokens), limits.knownDeviceSeconds]]);
}

/** Has the browser forget the cookies of its session. */
export function forgetCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  write(request, reply, publicUrl, [
    [SESSION, '', 0],
    [CSRF, '', 0],
    [PERSON, '', 0],
  ]);
}

/** Has the browser keep whose the session is, unless it says so already. It proves nothing: the server never looks at it. */
export function tellPerson(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  accountId: number,
): void {
  const [prefix] = marksOf(request, publicUrl);
  if (cookieOf(request, `${prefix}${PERSON}`) === String(accountId)) return;
  write(request, reply, publicUrl, [[PERSON, String(accountId), limits.sessionIdleSeconds]]);
}

/** What the names of cookies begin with, and what goes with it. */
function marksOf(request: FastifyRequest, publicUrl: string | undefined): readonly [string, string] {
  return isEncrypted(request, publicUrl) ? ['__Host-', '; Secure'] : ['', ''];
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  cookies: readonly (readonly [name: string, value: string, seconds: number])[],
): void {
  const [prefix, secure] = marksOf(request, publicUrl);
  // Lax: links of other pages, in mails say, lead people into their organization.
  const rules = (name: string, seconds: number) =>
    `Path=/; Max-Age=${seconds}${name === PERSON ? '' : '; HttpOnly'}; SameSite=Lax${secure}`;
  reply.header(
    'set-cookie',
    cookies.map(([name, value, seconds]) => `${prefix}${name}=${value}; ${rules(name, seconds)}`),
  );
}
