// The pages of signing in with a provider: to the provider, back from it, and what follows. Their addresses
// are those that existing clients know.

import type { Services } from '../../api/services.ts';
import { limits } from '../../api-contract/limits.ts';
import type { SignInPurpose } from '../../model/sign-in/wire-provider.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { Routes } from '../http/http-routes.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { AppTokenHandlers } from './app-token-handlers.ts';
import { BackChannelLogout } from './back-channel-logout.ts';
import { JOIN_PATH, NewPersonHandlers } from './new-person-handlers.ts';
import { returnFromLogout } from './provider-logout.ts';
import { SamlHandlers } from './saml-handlers.ts';
import { SignInArrivals } from './sign-in-arrivals.ts';
import { SignInCompletion } from './sign-in-completion.ts';
import { SignInErrors } from './sign-in-errors.ts';
import { SignInHandlers } from './sign-in-handlers.ts';

interface Id {
  readonly id: string;
}

export function addSignInPages(
  routes: Routes,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const errors = new SignInErrors(services, directory);
  const completion = new SignInCompletion(services, sessions);
  const newPeople = new NewPersonHandlers(services, directory, completion);
  const arrivals = new SignInArrivals(services, sessions, newPeople, completion);
  const pages = new SignInHandlers(services, directory, sessions, arrivals);
  const saml = new SamlHandlers(services, directory, arrivals);
  const backChannelLogout = new BackChannelLogout(services);
  const appTokens = new AppTokenHandlers(services, directory, sessions);
  for (const purpose of ['login', 'register', 'prove'] satisfies SignInPurpose[]) {
    const begin = purpose === 'prove' ? 'prove' : 'begin';
    for (const slash of ['', '/']) {
      for (const kind of ['oidc', 'saml']) {
        routes.get<Id>(`/accounts/${purpose}/social/${kind}/:id${slash}`, (request, reply) =>
          errors.show(request, reply, () => pages[begin](request, reply, `${kind}/${request.params.id}`)),
        );
      }
      routes.get(`/accounts/${purpose}/social/github${slash}`, (request, reply) =>
        errors.show(request, reply, () => pages[begin](request, reply, 'github')),
      );
    }
  }
  routes.get<Id>('/complete/oidc/:id/', (request, reply) =>
    errors.show(request, reply, () => pages.complete(request, reply, `oidc/${request.params.id}`)),
  );
  routes.post<Id>(
    '/complete/oidc/:id/backchannel-logout',
    (request, reply) => backChannelLogout.receive(request, reply, request.params.id),
    { bodyBytes: 2 * limits.logoutTokenCharacters },
  );
  routes.get('/complete/oidc/:id/logged-out/', (request, reply) =>
    errors.show(request, reply, () => returnFromLogout(services, request, reply)),
  );
  routes.get('/complete/github/', (request, reply) =>
    errors.show(request, reply, () => pages.complete(request, reply, 'github')),
  );
  routes.post<Id>(
    '/complete/saml/:id/',
    (request, reply) => errors.show(request, reply, () => saml.receive(request, reply, request.params.id)),
    { bodyBytes: limits.samlFormBytes, isForOtherSites: true },
  );
  routes.get<Id>('/complete/saml/:id/', (request, reply) =>
    errors.show(request, reply, () => saml.complete(request, reply, request.params.id)),
  );
  routes.get<Id>('/saml/:id/metadata.xml', (request, reply) =>
    errors.show(request, reply, () => saml.metadata(request, reply, request.params.id)),
  );
  routes.post(JOIN_PATH, (request, reply) =>
    errors.show(request, reply, () => newPeople.join(request, reply)),
  );
  routes.get<Id>('/accounts/login/subdomain/:id', (request, reply) =>
    errors.show(request, reply, () => appTokens.ask(request, reply, request.params.id)),
  );
  routes.post<Id>('/accounts/login/subdomain/:id', (request, reply) =>
    errors.show(request, reply, () => appTokens.enter(request, reply, request.params.id)),
  );
  routes.get<Id>('/accounts/sign-in/icon/:id', async (request, reply) =>
    pages.icon(reply, request.params.id),
  );
}
