// Whoever a provider named comes in: into the account that they have, or to the form of somebody new.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { SignInProvider } from '../../model/sign-in/configuration.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import type { Visit } from '../../model/sign-in/visit.ts';
import { arriveBySignIn } from '../../operations/authentication/arrive.ts';
import type { Services } from '../../operations/services.ts';
import { arrivalPlace, sourceOf } from '../authentication/log-in-place.ts';
import { flowOf } from './destination.ts';
import type { NewPersonHandlers } from './new-person-handlers.ts';
import type { SignInEnd } from './sign-in-end.ts';

/** Somebody at the end of their visit to a provider. */
export interface ComingBack extends Visit {
  readonly provider: SignInProvider;
  readonly identity: Identity;
}

/** What follows when a provider's answer was checked, whatever it speaks. */
export class SignInArrivals {
  readonly #services: Services;
  readonly #newPeople: NewPersonHandlers;
  readonly #end: SignInEnd;

  constructor(services: Services, newPeople: NewPersonHandlers, end: SignInEnd) {
    this.#services = services;
    this.#newPeople = newPeople;
    this.#end = end;
  }

  async admit(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    { provider, ...visit }: ComingBack,
  ): Promise<FastifyReply> {
    const arriving = { provider, identity: visit.identity, source: sourceOf(request), flow: flowOf(visit) };
    const place = arrivalPlace(this.#services, hub, request);
    const accountId = await arriveBySignIn(this.#services, place, arriving);
    if (accountId !== undefined)
      return this.#end.arrive({ hub, accountId, destination: visit }, request, reply);
    return this.#newPeople.greet(hub, request, reply, visit);
  }
}
