// Logs in people who were identified by a provider, or shows the form for new people.

import { recordIdentityConfirmed } from '../../actions/sessions/change-session.ts';
import { accountOfSubject } from '../../actions/sign-in/sign-in.ts';
import { canProveWithoutProvider } from '../../api/authentication/own-password.ts';
import { signInAccount } from '../../api/authentication/sign-in.ts';
import type { Services } from '../../api/services.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { MAX_CLOCK_DIFFERENCE_SECONDS } from '../../model/sessions/session.ts';
import type { Identity } from '../../model/sign-in/identity.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { type SignInVisit, VISIT_SECONDS } from '../../model/sign-in/sign-in-visit.ts';
import { signInContextOf, sourceOf } from '../authentication/login-dependencies.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { appFlowOf } from './destination.ts';
import type { NewPersonHandlers } from './new-person-handlers.ts';
import { lostVisit } from './sign-in-common.ts';
import type { SignInCompletion } from './sign-in-completion.ts';

/** A person returning from a provider. */
export interface ReturningVisit extends SignInVisit {
  readonly provider: SignInProvider;
  readonly identity: Identity;
}

/**
 * Rejects an answer about a login at the provider that happened before the browser was sent there. The
 * browser may have removed the request to ask the person again.
 */
function checkReauthentication({ name }: SignInProvider, visit: Omit<ReturningVisit, 'provider'>): void {
  const { authenticatedAt } = visit.identity;
  const leftAt = visit.expiresAt - VISIT_SECONDS;
  if (authenticatedAt !== undefined && authenticatedAt < leftAt - MAX_CLOCK_DIFFERENCE_SECONDS)
    throw badRequest(`${name} did not ask you to log in again. Log out there, and try again.`).onPages({
      code: 'PROVIDER_DID_NOT_ASK',
      provider: name,
    });
}

/** Continues after a provider's answer was checked, whatever its protocol. */
export class SignInArrivals {
  readonly #services: Services;
  readonly #sessions: Sessions;
  readonly #newPeople: NewPersonHandlers;
  readonly #signInEnd: SignInCompletion;

  constructor(services: Services, sessions: Sessions, newPeople: NewPersonHandlers, end: SignInCompletion) {
    this.#services = services;
    this.#sessions = sessions;
    this.#newPeople = newPeople;
    this.#signInEnd = end;
  }

  async admit(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    { provider, ...visit }: ReturningVisit,
  ): Promise<HttpReply> {
    if (visit.provesSession !== undefined || visit.mobileOtp !== '') checkReauthentication(provider, visit);
    if (visit.provesSession !== undefined) return this.#prove(hub, request, reply, { provider, ...visit });
    const arriving = {
      provider,
      identity: visit.identity,
      source: sourceOf(request),
      flow: appFlowOf(visit),
    };
    const proofContext = signInContextOf(this.#services, hub, request);
    const accountId = await signInAccount(this.#services, proofContext, arriving);
    if (accountId !== undefined)
      return this.#signInEnd.complete(
        { hub, accountId, destination: visit, identity: visit.identity },
        request,
        reply,
      );
    return this.#newPeople.show(hub, request, reply, visit);
  }

  /** Records that the person of a session has proven their identity, if the provider identified that person. */
  async #prove(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    { provider, identity, next, provesSession, expiresAt }: ReturningVisit,
  ): Promise<HttpReply> {
    const browserSession = await this.#sessions.browserSession(hub, request);
    if (!browserSession || browserSession.session.id !== provesSession) throw lostVisit();
    const { id } = browserSession.account;
    if ((await accountOfSubject(hub.reader, identity))?.id !== id)
      throw badRequest(
        `You are logged in to ${provider.name} as someone else. Log in there with the account that you use here.`,
      ).onPages({ code: 'PROVIDER_OTHER_PERSON', provider: provider.name });
    const { authenticatedAt } = identity;
    // Providers that do not report when a person logged in are accepted only for accounts without another proof.
    const proofContext = {
      services: this.#services,
      organization: hub.state.organization,
      reader: hub.reader,
    };
    if (authenticatedAt === undefined && (await canProveWithoutProvider(proofContext, id)))
      throw badRequest(
        `${provider.name} does not report when you logged in. Confirm with your password or your second factor.`,
      ).onPages({ code: 'PROVIDER_WITHOUT_LOGIN_TIME', provider: provider.name });
    const provenAt = authenticatedAt && Math.max(authenticatedAt, expiresAt - VISIT_SECONDS);
    await this.#services.database.write(hub.id, (writer) =>
      recordIdentityConfirmed(writer, id, browserSession.session.id, provenAt),
    );
    return reply.header('cache-control', 'no-store').redirect(next);
  }
}
