// Whoever a provider named comes in: into the account that they have, or to the form of somebody new.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteProven } from '../../actions/sessions/change-session.ts';
import { accountOfSubject } from '../../actions/sign-in/enter.ts';
import { arriveBySignIn } from '../../api/authentication/arrive.ts';
import { canProveHere } from '../../api/authentication/own-password.ts';
import type { Services } from '../../api/services.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { CLOCK_SECONDS } from '../../model/sessions/session.ts';
import type { SignInProvider } from '../../model/sign-in/configuration.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import { VISIT_SECONDS, type Visit } from '../../model/sign-in/visit.ts';
import { arrivalPlace, sourceOf } from '../authentication/log-in-place.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { flowOf } from './destination.ts';
import type { NewPersonHandlers } from './new-person-handlers.ts';
import { lostVisit } from './sign-in-door.ts';
import type { SignInEnd } from './sign-in-end.ts';

/** Somebody at the end of their visit to a provider. */
export interface ComingBack extends Visit {
  readonly provider: SignInProvider;
  readonly identity: Identity;
}

/**
 * Refuses an answer for a log-in at the provider that was before the browser left. The browser may have left out that the person is
 * to be asked again.
 */
function checkAskedAgain({ name }: SignInProvider, visit: Omit<ComingBack, 'provider'>): void {
  const { authenticatedAt } = visit.identity;
  const leftAt = visit.expiresAt - VISIT_SECONDS;
  if (authenticatedAt !== undefined && authenticatedAt < leftAt - CLOCK_SECONDS)
    throw badRequest(`${name} did not ask you to log in again. Log out there, and try again.`);
}

/** What follows when a provider's answer was checked, whatever it speaks. */
export class SignInArrivals {
  readonly #services: Services;
  readonly #sessions: Sessions;
  readonly #newPeople: NewPersonHandlers;
  readonly #end: SignInEnd;

  constructor(services: Services, sessions: Sessions, newPeople: NewPersonHandlers, end: SignInEnd) {
    this.#services = services;
    this.#sessions = sessions;
    this.#newPeople = newPeople;
    this.#end = end;
  }

  async admit(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, ...visit }: ComingBack,
  ): Promise<FastifyReply> {
    if (visit.provesSession !== undefined || visit.mobileOtp !== '') checkAskedAgain(provider, visit);
    if (visit.provesSession !== undefined) return this.#prove(hub, request, reply, { provider, ...visit });
    const arriving = { provider, identity: visit.identity, source: sourceOf(request), flow: flowOf(visit) };
    const place = arrivalPlace(this.#services, hub, request);
    const accountId = await arriveBySignIn(this.#services, place, arriving);
    if (accountId !== undefined)
      return this.#end.arrive(
        { hub, accountId, destination: visit, identity: visit.identity },
        request,
        reply,
      );
    return this.#newPeople.greet(hub, request, reply, visit);
  }

  /** Notes that the person at a session has proven who they are, where the provider names the person whose session it is. */
  async #prove(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, identity, next, provesSession, expiresAt }: ComingBack,
  ): Promise<FastifyReply> {
    const visitor = await this.#sessions.visitor(hub, request);
    if (!visitor || visitor.session.id !== provesSession) throw lostVisit();
    const { id } = visitor.account;
    if ((await accountOfSubject(hub.reader, identity))?.id !== id)
      throw badRequest(
        `You are somebody else at ${provider.name}. Log in there with the account that you use here.`,
      );
    const { authenticatedAt } = identity;
    // Providers that do not say when a person logged in count only for accounts that have nothing better.
    const place = { services: this.#services, organization: hub.state.organization, reader: hub.reader };
    if (authenticatedAt === undefined && (await canProveHere(place, id)))
      throw badRequest(
        `${provider.name} does not say when you logged in there. Confirm with your password or your second factor.`,
      );
    const provenAt = authenticatedAt && Math.max(authenticatedAt, expiresAt - VISIT_SECONDS);
    await this.#services.database.write(hub.id, (writer) =>
      noteProven(writer, id, visitor.session.id, provenAt),
    );
    return reply.header('cache-control', 'no-store').redirect(next);
  }
}
