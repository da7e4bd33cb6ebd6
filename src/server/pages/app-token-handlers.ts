// Where an app on a desk begins a session with what a browser showed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemLoginToken } from '../../actions/sign-in/app-login.ts';
import { badRequest } from '../../contract/error.ts';
import type { Services } from '../../operations/services.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { isOfOtherSite } from '../http/cross-site.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';

/** Takes tokens. */
export class AppTokenHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
  }

  /** Begins the session of an app on a desk, with what a browser showed. */
  async enter(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const { database, keyring, publicUrl } = this.#services;
    const hub = await this.#directory.forHost(request.headers.host);
    // A link of another site must not log a browser in as somebody of its choice.
    if (isOfOtherSite(request, publicUrl)) throw badRequest('Open this in the app, not from another page.');
    const accountId = await database.write(hub.id, (writer) => redeemLoginToken(writer, keyring, token));
    await this.#sessions.begin(hub, accountId, request, reply);
    return reply.header('cache-control', 'no-store').redirect('/');
  }
}
