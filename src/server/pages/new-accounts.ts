// Creates the accounts of people who enter a name and a password in a form, and logs them in.

import { stepAfterPassword } from '../../actions/accounts/login-step.ts';
import type { Joined, NewPerson } from '../../actions/joining/sign-up.ts';
import type { Services } from '../../api/services.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { checkedFullName } from '../../model/accounts/account-names.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { reachedAddressOf } from '../authentication/login-dependencies.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { LOG_IN_PATH } from './login-pages.ts';
import type { PageForm } from './page-form.ts';

/** The groups of channels chosen in a form. */
export function groupIdsIn(form: PageForm): number[] {
  return form.list('group').map(Number).filter(Number.isSafeInteger);
}

/** Creates accounts for one server. Each caller's attempts per minute are limited. */
export class NewAccounts {
  readonly #services: Services;
  readonly #sessions: Sessions;
  readonly #byCaller: Limiter;

  constructor(services: Services, sessions: Sessions) {
    this.#services = services;
    this.#byCaller = services.rateLimits.of('new accounts', limits.loginAttemptsPerMinute);
    this.#sessions = sessions;
  }

  /** The organization's address as the caller reached it. */
  url(hub: OrganizationHub, request: HttpRequest): string {
    return requestedUrl(this.#services.publicUrl, hub.state.organization.host, request.headers.host);
  }

  /** The organization's address for links in mails; undefined if the server cannot know it. */
  mailableUrl(hub: OrganizationHub, request: HttpRequest): string | undefined {
    return mailableUrl(this.#services.publicUrl, hub.state.organization.host, reachedAddressOf(request));
  }

  /**
   * Checks a person's values in a form, and hashes the password.
   * @throws `RATE_LIMIT_HIT`, and errors of the name or password
   */
  async person(
    hub: OrganizationHub,
    request: HttpRequest,
    { form, email }: { readonly form: PageForm; readonly email: string },
  ): Promise<NewPerson> {
    this.#byCaller.consume(request.ip);
    const fullName = checkedFullName(form.text('full_name'));
    const password = form.text('password');
    const organizationUrl = this.url(hub, request);
    const wordsOfOrganization = organizationWords(hub.state.organization.name, organizationUrl);
    await checkPassword(password, [email, fullName, ...wordsOfOrganization]);
    return {
      fullName,
      passwordHash: await hashPassword(password),
      isDisposable: await isDisposableAddress(email),
      groupIds: groupIdsIn(form),
      mailableUrl: this.mailableUrl(hub, request),
      organizationUrl,
    };
  }

  /** Creates an account in a unit of work and sends its pending notices. Returns its id. */
  async create(hub: OrganizationHub, join: Unit<Joined>): Promise<number> {
    const { database } = this.#services;
    const write = <T>(unit: Unit<T>) => database.write(hub.id, unit);
    const { account, pendingNotices } = await write(join);
    await sendPendingNotices({ state: hub.state, reader: hub.reader, write }, pendingNotices);
    return account.id;
  }

  /** Logs in a new account, unless more than a password is required. */
  async logIn(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    accountId: number,
  ): Promise<HttpReply> {
    const account = await accountRowById(hub.reader, accountId);
    // The login page asks for the further steps.
    if (account && (await stepAfterPassword(hub.reader, account))) return reply.redirect(LOG_IN_PATH);
    await this.#sessions.begin({ hub, request, reply }, accountId, { loginMethod: 'joining' });
    return reply.redirect('/');
  }
}
