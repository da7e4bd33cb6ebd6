// Builds the dependencies of log-in for pages outside the API.

import type { FastifyRequest } from 'fastify';
import type { LogInPlace } from '../../actions/accounts/counted-attempts.ts';
import type { ArrivalPlace } from '../../api/authentication/arrive.ts';
import { directoryLogIn } from '../../api/authentication/directory-log-in.ts';
import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { mailableUrl, type Reached } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import type { RequestSource } from '../../model/request-source.ts';

/** The dependencies for checking, counting and recording login attempts without a password. */
export function logInPlace({ database, keyring, log }: Services, hub: OrganizationHub): LogInPlace {
  const { reader, state } = hub;
  return {
    organization: state.organization,
    reader,
    keyring,
    log,
    write: (unit) => database.write(hub.id, unit),
  };
}

/** The same for attempts with a password, which may be checked by the organization's directory. */
export function passwordPlace(services: Services, hub: OrganizationHub, request: FastifyRequest): LogInPlace {
  const directory = directoryLogIn(services, arrivalPlace(services, hub, request));
  return { ...logInPlace(services, hub), directory };
}

/** The organization of a request, for people who log in through a provider or directory. */
export function arrivalPlace(
  { publicUrl }: Services,
  hub: OrganizationHub,
  request: FastifyRequest,
): ArrivalPlace {
  const { host } = hub.state.organization;
  return {
    hub,
    organizationUrl: requestedUrl(publicUrl, host, request.headers.host),
    mailableUrl: mailableUrl(publicUrl, host, reachedBy(request)),
  };
}

/** The origin of a request. */
export function sourceOf(request: FastifyRequest): RequestSource {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** How a request reached this server, for links in mails. */
export function reachedBy(request: FastifyRequest): Reached {
  return { host: request.headers.host ?? '', port: request.socket.localPort };
}
