// Who may write people and groups: programs that show a token of the configuration. Wrong tokens count as failures of
// their network, as wrong keys do.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../api/services.ts';
import { ApiError, organizationDeactivated } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { ScimClient } from '../../model/sign-in/configuration.ts';
import { scimClientsFor } from '../../model/sign-in/doors.ts';
import { sourceOf } from '../authentication/log-in-place.ts';
import { WrongKeys } from '../authentication/wrong-keys.ts';
import { RateLimit } from '../http/rate-limit.ts';

function refused(): ApiError {
  return new ApiError(401, 'UNAUTHORIZED', 'A bearer token of this organization is needed.');
}

/** Looks at tokens. */
export class ScimAdmission {
  readonly #services: Services;
  readonly #wrong: WrongKeys;
  readonly #requests = new RateLimit(limits.scimRequestsPerMinute);

  constructor(services: Services) {
    this.#services = services;
    this.#wrong = new WrongKeys(services, 'scim');
  }

  /**
   * The program that a request comes from.
   * @throws 401 for a wrong token, `RATE_LIMIT_HIT` where its network showed too many or the program asks too often
   */
  async admit(hub: OrganizationHub, request: FastifyRequest): Promise<ScimClient> {
    const header = request.headers.authorization;
    if (header === undefined) throw refused();
    const client = this.#clientWith(hub, header);
    if (!client) {
      await this.#wrong.count(hub, sourceOf(request), header, '');
      throw refused();
    }
    const { organization } = hub.state;
    if (organization.isDeactivated) throw organizationDeactivated();
    if (!organization.isDemo) this.#requests.take(`${hub.id} ${client.id}`);
    return client;
  }

  /** All are compared, so that the time it takes tells nothing. */
  #clientWith(hub: OrganizationHub, header: string): ScimClient | undefined {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(header.trim()) ?? [];
    const hash = createHash('sha256').update(token).digest();
    const clients = scimClientsFor(this.#services.signIn, hub.state.organization);
    return clients.filter(({ tokenHash }) => timingSafeEqual(hash, tokenHash)).at(0);
  }
}
