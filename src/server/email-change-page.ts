// The page behind the link that confirms a new address. Opening it changes nothing, since mail programs open
// links on their own; its button does.

import type { FastifyInstance } from 'fastify';
import { ApiError } from '../contract/error.ts';
import { nowSeconds } from '../contract/time.ts';
import { CONFIRMATION_PATH, confirmEmailChange } from '../model/accounts/email-change.ts';
import { findPendingEmail } from '../model/accounts/email-change-store.ts';
import { escapeHtml } from '../model/outbox/mail-html.ts';
import type { Services } from '../operations/services.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { notePage, sendPage } from './page-html.ts';

interface Key {
  readonly key: string;
}

const TITLE = 'Email address';

/** Adds the page and the form behind its button. */
export function addEmailChangePage(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
): void {
  fastify.get<{ Params: Key }>(`${CONFIRMATION_PATH}/:key`, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    const now = nowSeconds();
    const pending = await findPendingEmail(hub.reader, request.params.key, now);
    if (!pending) return sendPage(reply, 404, notePage(TITLE, 'This link is no longer valid.'));
    const question = `<p>Use ${escapeHtml(pending.newEmail)} for your account?</p>`;
    const body = `${question}<form method="post"><button>Confirm</button></form>`;
    return sendPage(reply, 200, { title: TITLE, body });
  });
  fastify.post<{ Params: Key }>(`${CONFIRMATION_PATH}/:key`, async (request, reply) => {
    const hub = await directory.forHost(request.headers.host);
    try {
      await services.database.write(hub.id, (writer) => confirmEmailChange(writer, request.params.key));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return sendPage(reply, error.status, notePage(TITLE, error.message));
    }
    return sendPage(reply, 200, notePage(TITLE, 'Your email address was changed.'));
  });
}
