// The cookie by which a browser that comes back from a provider is known to be the one that was sent there.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { VISIT_SECONDS } from '../../model/sign-in/visit.ts';
import { cookieOf } from '../http/cookies.ts';
import { isEncrypted } from './session-cookie.ts';

const SECRET = 'parley_sign_in';
/** What the browser went to the provider for, sealed, where the provider does not send it along. */
const VISIT = 'parley_sign_in_visit';

function nameFor(name: string, request: FastifyRequest, publicUrl: string | undefined): string {
  // A host of the same domain cannot set one with this prefix.
  return isEncrypted(request, publicUrl) ? `__Host-${name}` : name;
}

/** The browser's secret of its visit to a provider; empty when it has none. */
export function visitSecretIn(request: FastifyRequest, publicUrl: string | undefined): string {
  return cookieOf(request, nameFor(SECRET, request, publicUrl)) ?? '';
}

/** The sealed visit that a browser keeps; empty when it has none. */
export function visitIn(request: FastifyRequest, publicUrl: string | undefined): string {
  return cookieOf(request, nameFor(VISIT, request, publicUrl)) ?? '';
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  cookie: { readonly name: string; readonly value: string; readonly seconds: number },
): void {
  const name = nameFor(cookie.name, request, publicUrl);
  const secure = isEncrypted(request, publicUrl) ? '; Secure' : '';
  // Lax: it comes along when the provider sends the browser back.
  const rules = `Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${name}=${cookie.value}; ${rules}`);
}

/** Gives the browser a secret. */
export function keepVisitSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  secret: string,
): void {
  write(request, reply, publicUrl, { name: SECRET, value: secret, seconds: VISIT_SECONDS });
}

/** Has the browser keep what it went to the provider for. */
export function keepVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  sealed: string,
): void {
  write(request, reply, publicUrl, { name: VISIT, value: sealed, seconds: VISIT_SECONDS });
}

/** Has the browser forget its secret: what was sealed for it counts no longer. */
export function forgetVisitSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  write(request, reply, publicUrl, { name: SECRET, value: '', seconds: 0 });
  if (visitIn(request, publicUrl) !== '')
    write(request, reply, publicUrl, { name: VISIT, value: '', seconds: 0 });
}
