// The cookie by which a browser that comes back from a provider is known to be the one that was sent there.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { VISIT_SECONDS } from '../../model/sign-in/visit.ts';
import { cookieOf } from '../http/cookies.ts';
import { isEncrypted } from './session-cookie.ts';

const NAME = 'parley_sign_in';

function nameFor(request: FastifyRequest, publicUrl: string | undefined): string {
  // A host of the same domain cannot set one with this prefix.
  return isEncrypted(request, publicUrl) ? `__Host-${NAME}` : NAME;
}

/** The browser's secret of its visit to a provider; empty when it has none. */
export function visitSecretIn(request: FastifyRequest, publicUrl: string | undefined): string {
  return cookieOf(request, nameFor(request, publicUrl)) ?? '';
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  cookie: { readonly secret: string; readonly seconds: number },
): void {
  const name = nameFor(request, publicUrl);
  const secure = isEncrypted(request, publicUrl) ? '; Secure' : '';
  // Lax: it comes along when the provider sends the browser back.
  const rules = `Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${name}=${cookie.secret}; ${rules}`);
}

/** Gives the browser a secret. */
export function keepVisitSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  secret: string,
): void {
  write(request, reply, publicUrl, { secret, seconds: VISIT_SECONDS });
}

/** Has the browser forget its secret: what was sealed for it counts no longer. */
export function forgetVisitSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
): void {
  write(request, reply, publicUrl, { secret: '', seconds: 0 });
}
