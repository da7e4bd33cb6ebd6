// Common code of the sign-in pages: addresses, and the errors for providers that are not enabled for an
// organization and for expired attempts.

import { providerSwitchedOff } from '../../actions/sign-in/sign-in.ts';
import type { Services } from '../../api/services.ts';
import { ApiError, badRequest, organizationDeactivated } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isProviderEnabled } from '../../model/organizations/authentication-methods.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { type ProviderClient, providersFor } from '../../model/sign-in/provider-clients.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';

/** The error for state that was sealed for another browser, or that has expired. */
export function lostVisit(): ApiError {
  return badRequest('This login attempt is no longer valid. Start again.').onPages({
    code: 'LOGIN_ATTEMPT_LOST',
  });
}

/** The error for a login method that the server or the organization does not have. */
export function methodUnavailable(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'This login method is not available.').onPages({
    code: 'LOGIN_METHOD_UNAVAILABLE',
  });
}

/**
 * Stops an answer from being cached and its address from being sent on: the address contains something that
 * can log a person in.
 */
export function withoutCachingOrReferrer(reply: HttpReply): HttpReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}

/** The server's address as providers know it, without a trailing slash. */
export function serverRoot({ publicUrl }: Services, request: HttpRequest): string {
  return publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`;
}

/** The same address at the organization's own host, where the browser's cookie is; undefined if this is that host. */
export function otherHost(
  { publicUrl }: Services,
  hub: OrganizationHub,
  request: HttpRequest,
): string | undefined {
  const { host } = hub.state.organization;
  const withoutPort = (text: string) => text.toLowerCase().replace(/:\d+$/, '');
  if (host === '' || withoutPort(host) === withoutPort(request.headers.host ?? '')) return undefined;
  return new URL(request.url, requestedUrl(publicUrl, host, host)).toString();
}

/**
 * The matching provider, if it is enabled in the organization.
 * @throws if there is none, if it is disabled, or if the organization is deactivated
 */
export function enabledProvider(
  { signIn }: Services,
  hub: OrganizationHub,
  matches: (client: ProviderClient) => boolean,
): ProviderClient {
  const { organization } = hub.state;
  const client = providersFor(signIn, organization).find(matches);
  if (!client) throw methodUnavailable();
  if (organization.isDeactivated) throw organizationDeactivated();
  const { authentication_methods: methods } = organization.settings;
  if (!isProviderEnabled(methods, client.provider)) throw providerSwitchedOff(client.provider);
  return client;
}
