// Builds the dependencies of login for pages outside the API.

import type { LoginDependencies } from '../../actions/accounts/counted-attempts.ts';
import { directoryLogin } from '../../api/authentication/directory-login.ts';
import type { SignInContext } from '../../api/authentication/sign-in.ts';
import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { mailableUrl, type ReachedAddress } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { HttpRequest } from '../http/http-request.ts';

/** The dependencies for checking, counting and recording login attempts without a password. */
export function loginDependencies(
  { database, keyring, log }: Services,
  hub: OrganizationHub,
): LoginDependencies {
  const { reader, state } = hub;
  return {
    organization: state.organization,
    reader,
    keyring,
    log,
    write: (unit) => database.write(hub.id, unit),
  };
}

/** The dependencies for attempts with a password, which the organization's directory may check. */
export function passwordLoginDependencies(
  services: Services,
  hub: OrganizationHub,
  request: HttpRequest,
): LoginDependencies {
  const directory = directoryLogin(services, signInContextOf(services, hub, request));
  return { ...loginDependencies(services, hub), directory };
}

/** The organization of a request, for people who log in through a provider or directory. */
export function signInContextOf(
  { publicUrl }: Services,
  hub: OrganizationHub,
  request: HttpRequest,
): SignInContext {
  const { host } = hub.state.organization;
  return {
    hub,
    organizationUrl: requestedUrl(publicUrl, host, request.headers.host),
    mailableUrl: mailableUrl(publicUrl, host, reachedAddressOf(request)),
  };
}

/** The origin of a request. */
export function sourceOf(request: HttpRequest): RequestSource {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** How a request reached this server, for links in mails. */
export function reachedAddressOf(request: HttpRequest): ReachedAddress {
  return { host: request.headers.host ?? '', port: request.socket.localPort };
}
