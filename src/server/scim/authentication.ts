// Authenticates SCIM clients by the tokens in the configuration. Wrong tokens count as failed attempts of
// their network, as wrong keys do.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../api/services.ts';
import { ApiError, organizationDeactivated } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { scimClientsFor } from '../../model/sign-in/provider-clients.ts';
import type { ScimClient } from '../../model/sign-in/sign-in-configuration.ts';
import { sourceOf } from '../authentication/login-dependencies.ts';
import { WrongKeys } from '../authentication/wrong-keys.ts';
import type { HttpRequest } from '../http/http-request.ts';

function invalidToken(): ApiError {
  return new ApiError(401, 'UNAUTHORIZED', 'A bearer token of this organization is required.');
}

/** Checks tokens. */
export class ScimAuthenticator {
  readonly #services: Services;
  readonly #wrong: WrongKeys;
  readonly #requests: Limiter;

  constructor(services: Services) {
    this.#services = services;
    this.#requests = services.rateLimits.of('SCIM requests', limits.scimRequestsPerMinute);
    this.#wrong = new WrongKeys(services, 'scim');
  }

  /**
   * The client that sends a request.
   * @throws 401 for a wrong token, `RATE_LIMIT_HIT` if its network sent too many wrong ones or the client
   * sends too many requests
   */
  async admit(hub: OrganizationHub, request: HttpRequest): Promise<ScimClient> {
    const header = request.headers.authorization;
    if (header === undefined) throw invalidToken();
    const client = this.#clientWith(hub, header);
    if (!client) {
      await this.#wrong.count(hub, sourceOf(request), header, '');
      throw invalidToken();
    }
    const { organization } = hub.state;
    if (organization.isDeactivated) throw organizationDeactivated();
    if (!organization.isDemo) this.#requests.consume(`${hub.id} ${client.id}`);
    return client;
  }

  /** Compares all tokens, so that the duration reveals nothing. */
  #clientWith(hub: OrganizationHub, header: string): ScimClient | undefined {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(header.trim()) ?? [];
    const hash = createHash('sha256').update(token).digest();
    const clients = scimClientsFor(this.#services.signIn, hub.state.organization);
    return clients.filter(({ tokenHash }) => timingSafeEqual(hash, tokenHash)).at(0);
  }
}
