// Receives an identity provider's notice that a session has ended there (OpenID Connect Back-Channel Logout
// 1.0), and ends the sessions here that began with it. Each token is accepted once. A token that is invalid
// in any respect changes nothing.

import { createHash } from 'node:crypto';
import { endSession } from '../../actions/sessions/change-session.ts';
import type { Services } from '../../api/services.ts';
import { ApiError, badRequest, clientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import { SignInError } from '../../model/sign-in/identity.ts';
import { type LogoutNotice, providerPath, providersFor } from '../../model/sign-in/provider-clients.ts';
import { allOrganizationRows } from '../../stores/organizations/organization-store.ts';
import { sessionsOfLogout, useLogoutToken } from '../../stores/sessions/provider-session-store.ts';
import { type HttpReply, JSON_TYPE } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { PageForm } from './page-form.ts';

/** Longer than the lifetime of any token. */
const USED_TOKEN_SECONDS = 3600;

/** Accepts logout tokens. */
export class BackChannelLogout {
  readonly #services: Services;
  readonly #requests: Limiter;

  constructor(services: Services) {
    this.#services = services;
    this.#requests = services.rateLimits.of('logout tokens', limits.logoutTokensPerMinute);
  }

  /** Answers a provider: 200, or 400 in the protocol's form. */
  async receive(request: HttpRequest, reply: HttpReply, id: string): Promise<HttpReply> {
    reply.header('cache-control', 'no-store');
    try {
      this.#requests.consume(clientNetworkOf(request.ip));
      await this.#logOut(request, id);
      return await reply.send();
    } catch (thrown) {
      const error = clientError(thrown);
      const reason = error instanceof SignInError ? error.reason : error.message;
      if (error.status === 400)
        this.#services.log.warn(
          { event: 'log_out_refused', address: request.ip, reason },
          'logout token rejected',
        );
      const body = { error: 'invalid_request', error_description: error.message };
      return reply.code(error.status).headers(error.headers).type(JSON_TYPE).send(JSON.stringify(body));
    }
  }

  async #logOut(request: HttpRequest, id: string): Promise<void> {
    const path = `oidc/${id}`;
    const client = this.#services.signIn.providers.find(({ provider }) => providerPath(provider) === path);
    if (client?.flow !== 'code' || !client.loggedOut)
      throw new ApiError(404, 'NOT_FOUND', 'Identity provider not found.');
    const tokens = new PageForm(request, 2 * limits.logoutTokenCharacters).list('logout_token');
    const [token = ''] = tokens;
    if (tokens.length !== 1 || token === '') throw badRequest('Send exactly one logout_token.');
    if (token.length > limits.logoutTokenCharacters)
      throw badRequest(
        `The logout_token is too long. The limit is ${limits.logoutTokenCharacters} characters.`,
      );
    await this.#end(await client.loggedOut(token), await this.#organizationsOf(path));
  }

  /** The organizations that use the provider, always in the same order: the first one stores its used tokens. */
  async #organizationsOf(path: string): Promise<number[]> {
    const { database, hubs, signIn } = this.#services;
    const ids: number[] = [];
    for (const { id } of await allOrganizationRows(database.reader(0))) {
      const { organization } = (await hubs.upToDate(id)).state;
      if (providersFor(signIn, organization).some(({ provider }) => providerPath(provider) === path))
        ids.push(id);
    }
    return ids.sort((one, other) => one - other);
  }

  async #end({ tokenId, ...ended }: LogoutNotice, organizationIds: readonly number[]): Promise<void> {
    const hash = createHash('sha256').update(`${ended.issuer} ${tokenId}`).digest('base64url');
    for (const [index, organizationId] of organizationIds.entries()) {
      await this.#services.database.write(organizationId, async (writer) => {
        const usedToken = { tokenHash: hash, expiresAt: writer.now + USED_TOKEN_SECONDS };
        if (index === 0 && !(await useLogoutToken(writer, usedToken)))
          throw badRequest('This logout token has already been used.');
        for (const { id, accountId } of await sessionsOfLogout(writer, ended))
          await endSession(writer, accountId, id);
      });
    }
  }
}
