// Who opens a page outside the API: HTTP Basic with an API key, as everywhere, or the page's own log-in form with
// the address and password. Nothing is remembered: these pages are visited once and lead away.

import type { FastifyRequest } from 'fastify';
import { logIn } from '../../actions/accounts/log-in.ts';
import { badRequest } from '../../contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Services } from '../../operations/services.ts';
import { Authenticator } from '../authentication/authentication.ts';
import { logInPlace, sourceOf } from '../authentication/log-in-place.ts';
import { isOwnOrigin } from '../http/cross-site.ts';
import { PageForm } from './page-form.ts';

/** Names who opens a page. */
export class PageVisitors {
  readonly #services: Services;
  readonly #authenticator: Authenticator;

  constructor(services: Services) {
    this.#services = services;
    this.#authenticator = new Authenticator(services);
  }

  /** Who a request says it is from; undefined when a form must ask. Refuses wrong credentials. */
  async visitor(hub: OrganizationHub, request: FastifyRequest): Promise<Account | undefined> {
    if (request.headers.authorization !== undefined) {
      return this.#authenticator.account(hub, request);
    }
    return request.method === 'POST' ? this.#fromForm(hub, request) : undefined;
  }

  async #fromForm(hub: OrganizationHub, request: FastifyRequest): Promise<Account> {
    if (!this.#isFromOwnPage(request)) throw badRequest('This form must be sent from its own page.');
    const form = new PageForm(request);
    const row = await logIn(logInPlace(this.#services, hub), {
      email: form.text('email'),
      password: form.text('password'),
      door: 'page',
      source: sourceOf(request),
    });
    const account = hub.state.account(row.id);
    if (!account) throw badRequest('Try again.');
    return account;
  }

  /** Another site must not log a browser in as somebody of its choice. */
  #isFromOwnPage(request: FastifyRequest): boolean {
    return isOwnOrigin(request.headers.origin ?? '', request, this.#services.publicUrl);
  }
}
