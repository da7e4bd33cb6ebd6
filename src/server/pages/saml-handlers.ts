// The pages of providers of SAML: what a browser posts here on its way back, the page that it is sent on to, and what this
// server says of itself. What is posted comes from another site's page and so without cookies; nothing there depends on
// whose browser it is. The page that follows takes only what answers the question of its own browser, and was brought by it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepPostedAnswer, takePostedAnswer } from '../../actions/sign-in/posted-answer.ts';
import type { Services } from '../../api/services.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { networkOf } from '../../model/client-network.ts';
import type { SamlDoor } from '../../model/sign-in/doors.ts';
import { organizationAskedFor, requestIdOf } from '../../model/sign-in/saml-question.ts';
import { openVisit, type Visit } from '../../model/sign-in/visit.ts';
import { forgetVisitSecret, visitIn, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import { Places } from '../http/places.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { queryText } from './destination.ts';
import { PageForm } from './page-form.ts';
import type { SignInArrivals } from './sign-in-arrivals.ts';
import { lostVisit, openDoor, otherHost, serverRoot, withoutTraces } from './sign-in-door.ts';

/** The parameter of the page that follows by which a browser shows that it brought the answer. */
const RECEIPT = 'answer';

/** One method for each page. */
export class SamlHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #arrivals: SignInArrivals;
  readonly #checks = new Places(() => limits.samlAnswersPerNetwork);

  constructor(services: Services, directory: OrganizationDirectory, arrivals: SignInArrivals) {
    this.#services = services;
    this.#directory = directory;
    this.#arrivals = arrivals;
  }

  #door(id: string): SamlDoor {
    const door = this.#services.signIn.doors.find(({ provider }) => provider.id === id);
    if (door?.answers !== 'by a form')
      throw new ApiError(404, 'NOT_FOUND', 'There is no such way to log in here.');
    return door;
  }

  /** Takes what a provider had a browser post, and sends the browser on to where its cookie comes along. */
  async take(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const { keyring, hubs, database } = this.#services;
    const door = this.#door(id);
    const form = new PageForm(request, limits.samlFormBytes);
    const answer = door.look(form.text('SAMLResponse'));
    const { requestId } = answer;
    const asked = { providerId: id, requestId };
    const organizationId = organizationAskedFor(keyring, form.text('RelayState'), asked);
    if (requestId === '' || organizationId === undefined) {
      throw badRequest(
        `Nobody was signed in: ${door.provider.name} answered what nobody asked here. Begin at the log-in page of this server.`,
      );
    }
    const hub = await hubs.upToDate(organizationId);
    openDoor(this.#services, hub, (one) => one === door);
    // All answers are checked one after the other: a network that posts many has a share of that.
    const identity = await this.#checks.in(networkOf(request.ip), () =>
      door.identify(answer, serverRoot(this.#services, request)),
    );
    const receipt = await database.write(hub.id, (writer) =>
      keepPostedAnswer(writer, keyring, asked, identity),
    );
    const [page] = (otherHost(this.#services, hub, request) ?? request.url).split('?');
    return withoutTraces(reply).redirect(`${page}?${RECEIPT}=${receipt}`, 303);
  }

  /** Lets in whom the answer names to the question of this browser, where it was this browser that brought it. */
  async arrive(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const { keyring, publicUrl, database } = this.#services;
    const hub = await this.#directory.forHost(request.headers.host);
    const secret = visitSecretIn(request, publicUrl);
    const browser = { secret, now: nowSeconds() };
    const visit = openVisit<Visit>(keyring, 'sign-in-visit', visitIn(request, publicUrl), browser);
    if (visit?.organizationId !== hub.id || visit.providerId !== id) throw lostVisit();
    const { provider } = openDoor(this.#services, hub, (one) => one.provider.id === id);
    const question = { providerId: id, requestId: requestIdOf(keyring, secret) };
    const receipt = queryText(request, RECEIPT) ?? '';
    const identity = await database.write(hub.id, (writer) =>
      takePostedAnswer(writer, keyring, question, receipt),
    );
    if (!identity) throw lostVisit();
    withoutTraces(reply);
    forgetVisitSecret(request, reply, publicUrl);
    return this.#arrivals.admit(hub, request, reply, { ...visit, identity, provider });
  }

  /** What the provider must know of this server. */
  async metadata(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const xml = await this.#door(id).metadata(serverRoot(this.#services, request));
    return reply.type('application/samlmetadata+xml').header('x-content-type-options', 'nosniff').send(xml);
  }
}
