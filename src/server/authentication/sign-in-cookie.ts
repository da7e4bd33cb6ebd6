// The cookies that prove that a browser returning from an identity provider is the one that was sent there.

import { VISIT_SECONDS } from '../../model/sign-in/sign-in-visit.ts';
import { cookieOf } from '../http/cookies.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { isEncrypted } from './session-cookie.ts';

const SECRET = 'parley_sign_in';
/** The sealed state of the visit, for providers that do not send it back. */
const VISIT = 'parley_sign_in_visit';

function nameFor(name: string, request: HttpRequest, publicUrl: string | undefined): string {
  // With this prefix, other hosts of the same domain cannot set the cookie.
  return isEncrypted(request, publicUrl) ? `__Host-${name}` : name;
}

/** The browser's secret for its visit to a provider; empty if it has none. */
export function visitSecretIn(request: HttpRequest, publicUrl: string | undefined): string {
  return cookieOf(request, nameFor(SECRET, request, publicUrl)) ?? '';
}

/** The sealed visit that the browser stores; empty if it has none. */
export function sealedVisitIn(request: HttpRequest, publicUrl: string | undefined): string {
  return cookieOf(request, nameFor(VISIT, request, publicUrl)) ?? '';
}

function write(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  cookie: { readonly name: string; readonly value: string; readonly seconds: number },
): void {
  const name = nameFor(cookie.name, request, publicUrl);
  const secure = isEncrypted(request, publicUrl) ? '; Secure' : '';
  // Lax: the cookie must be sent when the provider redirects the browser back.
  const attributes = `Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${name}=${cookie.value}; ${attributes}`);
}

/** Sets the browser's secret. */
export function setVisitSecret(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  secret: string,
): void {
  write(request, reply, publicUrl, { name: SECRET, value: secret, seconds: VISIT_SECONDS });
}

/** Stores the sealed visit in the browser. */
export function setSealedVisit(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
  sealed: string,
): void {
  write(request, reply, publicUrl, { name: VISIT, value: sealed, seconds: VISIT_SECONDS });
}

/** Clears the browser's secret, which invalidates everything that was sealed for it. */
export function clearVisitCookies(
  request: HttpRequest,
  reply: HttpReply,
  publicUrl: string | undefined,
): void {
  write(request, reply, publicUrl, { name: SECRET, value: '', seconds: 0 });
  if (sealedVisitIn(request, publicUrl) !== '')
    write(request, reply, publicUrl, { name: VISIT, value: '', seconds: 0 });
}
