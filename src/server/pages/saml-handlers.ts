// The pages of SAML providers: the one that providers make browsers post to, the one that follows, and this
// server's metadata. A post comes from another site's page and so without cookies; its result does not depend
// on the browser. The page that follows only accepts an answer to a request of the same browser, which must
// have brought the answer itself.

import { storePostedAnswer, takePostedAnswer } from '../../actions/sign-in/posted-answer.ts';
import type { Services } from '../../api/services.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import type { SamlProviderClient } from '../../model/sign-in/provider-clients.ts';
import { requestedOrganizationId, samlRequestId } from '../../model/sign-in/saml-request.ts';
import { signInVisit, unsealVisit } from '../../model/sign-in/sign-in-visit.ts';
import { clearVisitCookies, sealedVisitIn, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { queryText } from './destination.ts';
import { PageForm } from './page-form.ts';
import type { SignInArrivals } from './sign-in-arrivals.ts';
import {
  enabledProvider,
  lostVisit,
  methodUnavailable,
  otherHost,
  serverRoot,
  withoutCachingOrReferrer,
} from './sign-in-common.ts';

/** The query parameter that proves that the browser brought the answer. */
const RECEIPT = 'answer';

/** One method per page. */
export class SamlHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #arrivals: SignInArrivals;
  readonly #checks = new ConcurrencyLimit(() => limits.samlAnswersPerNetwork);

  constructor(services: Services, directory: OrganizationDirectory, arrivals: SignInArrivals) {
    this.#services = services;
    this.#directory = directory;
    this.#arrivals = arrivals;
  }

  #clientOf(id: string): SamlProviderClient {
    const client = this.#services.signIn.providers.find(({ provider }) => provider.id === id);
    if (client?.flow !== 'form') throw methodUnavailable();
    return client;
  }

  /** Accepts a posted answer, and redirects the browser to a page that its cookie is sent to. */
  async receive(request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
    const { keyring, hubs, database } = this.#services;
    const client = this.#clientOf(id);
    const form = new PageForm(request, limits.samlFormBytes);
    const answer = client.parse(form.text('SAMLResponse'));
    const { requestId } = answer;
    const samlRequest = { providerId: id, requestId };
    const organizationId = requestedOrganizationId(keyring, form.text('RelayState'), samlRequest);
    if (requestId === '' || organizationId === undefined) {
      const { name } = client.provider;
      throw badRequest(
        `Login with ${name} failed: the response does not match a request from this server. Start on the login page of this server.`,
      ).onPages({ code: 'SIGN_IN_UNREQUESTED', provider: name });
    }
    const hub = await hubs.upToDate(organizationId);
    enabledProvider(this.#services, hub, (candidate) => candidate === client);
    // Answers are checked one after another, so each network gets only a share.
    const identity = await this.#checks.run(clientNetworkOf(request.ip), () =>
      client.identify(answer, serverRoot(this.#services, request)),
    );
    const receipt = await database.write(hub.id, (writer) =>
      storePostedAnswer(writer, keyring, samlRequest, identity),
    );
    const [page] = (otherHost(this.#services, hub, request) ?? request.url).split('?');
    return withoutCachingOrReferrer(reply).redirect(`${page}?${RECEIPT}=${receipt}`, 303);
  }

  /** Logs in the person that the answer identifies, if this browser made the request and brought the answer. */
  async complete(request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
    const { keyring, publicUrl, database } = this.#services;
    const hub = await this.#directory.hubForHost(request.headers.host);
    const secret = visitSecretIn(request, publicUrl);
    const browser = { secret, now: nowSeconds() };
    const visit = unsealVisit(keyring, signInVisit, sealedVisitIn(request, publicUrl), browser);
    if (visit?.organizationId !== hub.id || visit.providerId !== id) throw lostVisit();
    const { provider } = enabledProvider(this.#services, hub, (candidate) => candidate.provider.id === id);
    const question = { providerId: id, requestId: samlRequestId(keyring, secret) };
    const receipt = queryText(request, RECEIPT) ?? '';
    const identity = await database.write(hub.id, (writer) =>
      takePostedAnswer(writer, keyring, question, receipt),
    );
    if (!identity) throw lostVisit();
    withoutCachingOrReferrer(reply);
    clearVisitCookies(request, reply, publicUrl);
    return this.#arrivals.admit(hub, request, reply, { ...visit, identity, provider });
  }

  /** The SAML metadata of this server for the provider. */
  async metadata(request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
    const xml = await this.#clientOf(id).metadata(serverRoot(this.#services, request));
    return reply.type('application/samlmetadata+xml').header('x-content-type-options', 'nosniff').send(xml);
  }
}
