// Authenticates requests outside the API, for files for example: the organization by the host, the account by
// API credentials or the browser's session.

import type { Services } from '../../api/services.ts';
import { organizationDeactivated } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { Authenticator } from './authentication.ts';
import type { Sessions } from './sessions.ts';

/** The organization and caller of a request. */
export interface Caller {
  readonly hub: OrganizationHub;
  /** The account of the caller; undefined without credentials. */
  readonly account: Account | undefined;
}

/** Determines the callers of requests. */
export class Callers {
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #authenticator: Authenticator;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#directory = directory;
    this.#sessions = sessions;
    this.#authenticator = new Authenticator(services);
  }

  /**
   * The organization only, without authentication.
   * @throws if it is deactivated
   */
  async anonymousCaller(request: HttpRequest): Promise<Caller> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    if (hub.state.organization.isDeactivated) throw organizationDeactivated();
    return { hub, account: undefined };
  }

  /**
   * The organization and the account.
   * @throws for wrong credentials
   */
  async caller(request: HttpRequest): Promise<Caller> {
    const { hub } = await this.anonymousCaller(request);
    const account =
      (await this.#authenticator.account(hub, request)) ??
      (await this.#sessions.browserSession(hub, request))?.account;
    if (account) await hub.state.loadGuestVisibility(hub.reader, account);
    return { hub, account };
  }
}
