// Who asks for something outside the API, such as a file: the organization by the host, the account by the same
// credentials as for the API, if there are any.

import type { FastifyRequest } from 'fastify';
import { organizationDeactivated } from '../contract/error.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import type { Services } from '../operations/services.ts';
import { Authenticator } from './authentication.ts';
import type { OrganizationDirectory } from './organization-directory.ts';

/** Who asks, and whom. */
export interface Caller {
  readonly hub: OrganizationHub;
  /** Undefined without credentials. */
  readonly account: Account | undefined;
}

/** Names who makes a request. */
export class Callers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #authenticator: Authenticator;

  constructor(services: Services, directory: OrganizationDirectory) {
    this.#services = services;
    this.#directory = directory;
    this.#authenticator = new Authenticator(services);
  }

  /** The organization alone, whoever asks; refuses one that is deactivated. */
  async visitor(request: FastifyRequest): Promise<Caller> {
    const hub = await this.#directory.forHost(request.headers.host);
    // What other servers committed is taken in before anything is decided.
    if (this.#services.database.engine === 'postgres') await hub.catchUp();
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    return { hub, account: undefined };
  }

  /** The organization and the account; refuses credentials that are wrong. */
  async caller(request: FastifyRequest): Promise<Caller> {
    const { hub } = await this.visitor(request);
    const account = await this.#authenticator.account(hub, request.headers.authorization);
    if (account) await hub.state.watchGuest(hub.reader, account);
    return { hub, account };
  }
}
