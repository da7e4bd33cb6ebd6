// Makes the accounts of people who fill in a form with their name and a password, and logs them in.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { stepAfterPassword } from '../../actions/accounts/log-in-step.ts';
import type { Joined, NewPerson } from '../../actions/joining/sign-up.ts';
import type { Services } from '../../api/services.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { checkedFullName } from '../../model/accounts/names.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import { sendKeptNotices } from '../../notices/pending.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { reachedBy } from '../authentication/log-in-place.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { LOG_IN_PATH } from './log-in-pages.ts';
import type { PageForm } from './page-form.ts';

/** The groups of channels that a form chooses. */
export function chosenGroups(form: PageForm): number[] {
  return form.list('group').map(Number).filter(Number.isSafeInteger);
}

/** Accounts for the people of one server; each caller gets a bounded number of them a minute. */
export class NewAccounts {
  readonly #services: Services;
  readonly #sessions: Sessions;
  readonly #byCaller = new RateLimit(limits.loginAttemptsPerMinute);

  constructor(services: Services, sessions: Sessions) {
    this.#services = services;
    this.#sessions = sessions;
  }

  /** The organization's address as the caller reached it. */
  url(hub: OrganizationHub, request: FastifyRequest): string {
    return requestedUrl(this.#services.publicUrl, hub.state.organization.host, request.headers.host);
  }

  /** The organization's address as a mailed link must have it; undefined where the server cannot know it. */
  mailableUrl(hub: OrganizationHub, request: FastifyRequest): string | undefined {
    return mailableUrl(this.#services.publicUrl, hub.state.organization.host, reachedBy(request));
  }

  /**
   * Checks what a form says of a person with an address, and hashes the password.
   * @throws `RATE_LIMIT_HIT`, and what is wrong with the name or the password
   */
  async person(
    hub: OrganizationHub,
    request: FastifyRequest,
    { form, email }: { readonly form: PageForm; readonly email: string },
  ): Promise<NewPerson> {
    this.#byCaller.take(request.ip);
    const fullName = checkedFullName(form.text('full_name'));
    const password = form.text('password');
    const organizationUrl = this.url(hub, request);
    const ofOrganization = organizationWords(hub.state.organization.name, organizationUrl);
    await checkPassword(password, [email, fullName, ...ofOrganization]);
    return {
      fullName,
      passwordHash: await hashPassword(password),
      isDisposable: await isDisposableAddress(email),
      groupIds: chosenGroups(form),
      mailableUrl: this.mailableUrl(hub, request),
      organizationUrl,
    };
  }

  /** Makes an account by a unit of work, and sends what is to be said of it; gives its id. */
  async make(hub: OrganizationHub, join: Unit<Joined>): Promise<number> {
    const { database } = this.#services;
    const write = <T>(unit: Unit<T>) => database.write(hub.id, unit);
    const { account, kept } = await write(join);
    await sendKeptNotices({ state: hub.state, reader: hub.reader, write }, kept);
    return account.id;
  }

  /** Logs in the person of a new account, unless more than a password is asked for. */
  async logIn(
    hub: OrganizationHub,
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: number,
  ): Promise<FastifyReply> {
    const account = await accountRowById(hub.reader, accountId);
    // Where more than a password is asked for, it is asked for at the log-in page.
    if (account && (await stepAfterPassword(hub.reader, account))) return reply.redirect(LOG_IN_PATH);
    await this.#sessions.begin({ hub, request, reply }, accountId, { door: 'joining' });
    return reply.redirect('/');
  }
}
