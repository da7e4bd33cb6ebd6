// The pages for joining. The first asks for an address and mails it a link. Behind the link, a name and a password
// create the account, which is then logged in. A mailed invitation leads to the second page directly. Opening a page
// never changes anything, because mail programs open links automatically; forms are authorized by the key in them.

import type { Services } from '../../api/services.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { JoiningHandlers, REGISTER_PATH, SENT_PATH } from './joining-handlers.ts';

interface Key {
  readonly key: string;
}

export function addJoiningPages(
  routes: Routes,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const pages = new JoiningHandlers(services, directory, sessions);
  for (const path of ['/register', '/register/', '/accounts/home/']) {
    routes.get(path, (request, reply) => pages.showOpen(request, reply));
    routes.post(path, (request, reply) => pages.start(request, reply));
  }
  for (const path of ['/join/:key', '/join/:key/']) {
    routes.get<Key>(path, (request, reply) => pages.showForLink(request, reply, request.params.key));
    routes.post<Key>(path, (request, reply) => pages.start(request, reply, request.params.key));
  }
  routes.get(SENT_PATH, (request, reply) => pages.showSent(request, reply));
  for (const path of ['/accounts/do_confirm/:key', '/accounts/do_confirm/:key/']) {
    routes.get<Key>(path, (request, reply) => pages.showAccountForm(request, reply, request.params.key));
  }
  routes.post(REGISTER_PATH, (request, reply) => pages.finish(request, reply));
}
