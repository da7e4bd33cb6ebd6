// What logging in works with, for pages outside the API.

import type { FastifyRequest } from 'fastify';
import type { LogInPlace } from '../../actions/accounts/log-in.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Reached } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import type { RequestSource } from '../../model/request-source.ts';
import { directoryLogIn } from '../../operations/authentication/directory-log-in.ts';
import type { Services } from '../../operations/services.ts';

/** The organization that a request belongs to, as its door needs it for what is no password. */
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

/** The same of a page that takes passwords, those of the organization's directory too. */
export function passwordPlace(services: Services, hub: OrganizationHub, request: FastifyRequest): LogInPlace {
  const { host } = hub.state.organization;
  const organizationUrl = requestedUrl(services.publicUrl, host, request.headers.host);
  const directory = directoryLogIn(services, { hub, organizationUrl });
  return { ...logInPlace(services, hub), directory };
}

/** Where a request comes from. */
export function sourceOf(request: FastifyRequest): RequestSource {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}

/** How a request reached this server, for links in mail. */
export function reachedBy(request: FastifyRequest): Reached {
  return { host: request.headers.host ?? '', port: request.socket.localPort };
}
