// The page behind the link that confirms a new address. Opening it changes nothing, since mail programs open
// links on their own; its button does.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../contract/error.ts';
import { CONFIRMATION_PATH, confirmEmailChange } from '../model/accounts/email-change.ts';
import { findPendingEmail } from '../model/accounts/email-change-store.ts';
import type { Services } from '../operations/services.ts';
import type { OrganizationDirectory } from './organization-directory.ts';

interface Key {
  readonly key: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; form-action 'self'")
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><title>Email address</title></head><body>${body}</body></html>`,
    );
}

/** Adds the page and the form behind its button. */
export function addEmailChangePage(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
): void {
  fastify.get<{ Params: Key }>(`${CONFIRMATION_PATH}/:key`, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    const now = Math.floor(Date.now() / 1000);
    const pending = await findPendingEmail(hub.reader, request.params.key, now);
    if (!pending) return sendPage(reply, 404, '<p>This link is no longer valid.</p>');
    const question = `<p>Use ${escaped(pending.newEmail)} for your account?</p>`;
    return sendPage(reply, 200, `${question}<form method="post"><button>Confirm</button></form>`);
  });
  fastify.post<{ Params: Key }>(`${CONFIRMATION_PATH}/:key`, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    try {
      await services.database.write(hub.id, (writer) => confirmEmailChange(writer, request.params.key));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return sendPage(reply, error.status, `<p>${escaped(error.message)}</p>`);
    }
    return sendPage(reply, 200, '<p>Your email address was changed.</p>');
  });
}
