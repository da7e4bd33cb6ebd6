// The pages through which people join: an address is asked for and gets a link by mail; behind the link, a name and a
// password make the account, which is then logged in. An invitation that was mailed leads to the second page at once. Opening
// a page never changes anything, since mail programs open links on their own; what the forms send is backed by the key in them.

import type { FastifyInstance } from 'fastify';
import type { Services } from '../../api/services.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { JoiningHandlers, REGISTER_PATH, SENT_PATH } from './joining-handlers.ts';
import { notePage, sendPage } from './page-html.ts';

interface Key {
  readonly key: string;
}

/** Adds the pages. */
export function addJoiningPages(
  fastify: FastifyInstance,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const pages = new JoiningHandlers(services, directory, sessions);
  for (const path of ['/register', '/register/', '/accounts/home/']) {
    fastify.get(path, (request, reply) => pages.askOpen(request, reply));
    fastify.post(path, (request, reply) => pages.start(request, reply));
  }
  for (const path of ['/join/:key', '/join/:key/']) {
    fastify.get<{ Params: Key }>(path, (request, reply) =>
      pages.askByLink(request, reply, request.params.key),
    );
    fastify.post<{ Params: Key }>(path, (request, reply) => pages.start(request, reply, request.params.key));
  }
  fastify.get(SENT_PATH, (_request, reply) =>
    sendPage(
      reply,
      200,
      notePage('Look into your mailbox', 'A mail is on its way to you. Follow the link in it to go on.'),
    ),
  );
  for (const path of ['/accounts/do_confirm/:key', '/accounts/do_confirm/:key/']) {
    fastify.get<{ Params: Key }>(path, (request, reply) =>
      pages.askAccount(request, reply, request.params.key),
    );
  }
  fastify.post(REGISTER_PATH, (request, reply) => pages.finish(request, reply));
}
