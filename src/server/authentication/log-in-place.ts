// What logging in works with, for pages outside the API.

import type { FastifyRequest } from 'fastify';
import type { LogInPlace } from '../../actions/accounts/counted-attempts.ts';
import type { ArrivalPlace } from '../../api/authentication/arrive.ts';
import { directoryLogIn } from '../../api/authentication/directory-log-in.ts';
import type { Services } from '../../api/services.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { mailableUrl, type Reached } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import type { RequestSource } from '../../model/request-source.ts';

/** What attempts to log in to an organization are looked at, counted and logged with, where they bring no password. */
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

/** The same where they bring one, which may be that of the organization's directory. */
export function passwordPlace(services: Services, hub: OrganizationHub, request: FastifyRequest): LogInPlace {
  const directory = directoryLogIn(services, arrivalPlace(services, hub, request));
  return { ...logInPlace(services, hub), directory };
}

/** The organization of a request, as people arrive there by a provider or a directory. */
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

/** Where a request comes from. */
export function sourceOf(request: FastifyRequest): RequestSource {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** How a request reached this server, for links in mail. */
export function reachedBy(request: FastifyRequest): Reached {
  return { host: request.headers.host ?? '', port: request.socket.localPort };
}
