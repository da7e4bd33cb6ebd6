// What the pages of joining do: ask for an address and mail it a link, and behind the link make the account. Who may,
// and what strangers must not learn, is decided in `actions/joining`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { stepAfterPassword } from '../../actions/accounts/log-in-step.ts';
import {
  type Admission,
  admissionOf,
  isOpen,
  type JoiningBy,
  openLink,
  providerAdmission,
} from '../../actions/joining/admission.ts';
import { finishSignUp, LINK_IS_GONE, startSignUp } from '../../actions/joining/sign-up.ts';
import { ApiError, badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { nowSeconds } from '../../contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { checkedFullName } from '../../model/accounts/names.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { isMethodOn, offeredMethods, providersOn } from '../../model/organizations/authentication-methods.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import { sendKeptNotices } from '../../notices/pending.ts';
import type { Services } from '../../operations/services.ts';
import { renderDescription } from '../../sight/rendering/render-description.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { accountRowById } from '../../stores/accounts/store.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/store.ts';
import { reachedBy } from '../authentication/log-in-place.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { MailAllowance } from '../mail-allowance.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { type AccountForm, accountPage, addressPage, type Host, type JoiningWays } from './joining-html.ts';
import { LOG_IN_PATH } from './log-in-pages.ts';
import { PageForm } from './page-form.ts';
import { logInLink, notePage, sendPage } from './page-html.ts';

/** Where somebody is told to look into their mail, and where the last form goes. */
export const SENT_PATH = '/accounts/send_confirm/';
export const REGISTER_PATH = '/accounts/register/';

/** What somebody may join to, and how. */
interface Admitted {
  readonly admission: Admission;
  readonly ways: JoiningWays;
}

/** As who comes to a page would join; where there is no way, as with a password, which refuses. */
function joiningBy({ takesEmail, providers }: JoiningWays): JoiningBy {
  return !takesEmail && providers.length > 0 ? 'provider' : 'password';
}

/** One method for each page and form; what they refuse is shown on the page. */
export class JoiningHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #mails = new MailAllowance();
  readonly #accountsByCaller = new RateLimit(limits.loginAttemptsPerMinute);

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
  }

  #hub(request: FastifyRequest): Promise<OrganizationHub> {
    return this.#directory.forHost(request.headers.host);
  }

  /** The organization's address as a link that goes into a mail must have it. */
  #mailableUrl(hub: OrganizationHub, request: FastifyRequest): string | undefined {
    return mailableUrl(this.#services.publicUrl, hub.state.organization.host, reachedBy(request));
  }

  /** Asks for an address where the organization is open. */
  async askOpen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hub = await this.#hub(request);
    const { organization } = hub.state;
    const ways = this.#ways(hub);
    if (isOpen(organization, joiningBy(ways)))
      return sendPage(reply, 200, addressPage(await this.#host(hub, request), ways));
    const note = `You need an invitation to join ${organization.name}. Ask somebody who is there.`;
    const page = notePage(`Join ${organization.name}`, note);
    return sendPage(reply, 403, { ...page, body: page.body + logInLink });
  }

  /** Asks for an address where a link lets people in. */
  async askByLink(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
    const hub = await this.#hub(request);
    const { organization } = hub.state;
    const ways = this.#ways(hub, key);
    const link = await openLink(hub.reader, organization, { key, by: joiningBy(ways) }, nowSeconds());
    if (!link) return this.#gone(hub, reply);
    return sendPage(reply, 200, addressPage(await this.#host(hub, request), ways));
  }

  /** Mails an address its link, whatever it is; or shows the form again. */
  async start(request: FastifyRequest, reply: FastifyReply, linkKey?: string): Promise<FastifyReply> {
    const hub = await this.#hub(request);
    let email = '';
    try {
      email = new PageForm(request).text('email').trim();
      await this.#mail(hub, request, email, linkKey);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const typed = { email, problem: error.message };
      const host = await this.#host(hub, request);
      return sendPage(reply, error.status, addressPage(host, this.#ways(hub, linkKey), typed));
    }
    return reply.redirect(SENT_PATH);
  }

  async #mail(
    hub: OrganizationHub,
    request: FastifyRequest,
    email: string,
    linkKey: string | undefined,
  ): Promise<void> {
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
    const organizationUrl = this.#mailableUrl(hub, request);
    if (organizationUrl === undefined) {
      this.#services.log.error({}, 'people can sign up by mail only with --url');
      throw badRequest('This server cannot send mail about itself yet. Tell its administrators.');
    }
    this.#mails.take(request.ip, hub.id, email);
    const isDisposable = await isDisposableAddress(email);
    const wanted = { email, isDisposable, linkKey, organizationUrl };
    await this.#services.database.write(hub.id, (writer) => startSignUp(writer, wanted));
  }

  /** The organization's address as whoever asks has reached it. */
  #url(hub: OrganizationHub, request: FastifyRequest): string {
    return requestedUrl(this.#services.publicUrl, hub.state.organization.host, request.headers.host);
  }

  async #host(hub: OrganizationHub, request: FastifyRequest): Promise<Host> {
    const { name, settings } = hub.state.organization;
    const url = this.#url(hub, request);
    const place = { state: hub.state, reader: hub.reader, organizationUrl: url };
    return { name, description: await renderDescription(place, settings.description, undefined) };
  }

  /** What the last form shows for a key. */
  async #accountForm(
    hub: OrganizationHub,
    request: FastifyRequest,
    key: string,
    { admission, ways }: Admitted,
  ): Promise<AccountForm> {
    const { email, terms } = admission;
    const groups = terms.includesDefaultChannels ? await readDefaultGroups(hub.reader) : [];
    return { host: await this.#host(hub, request), key, email, fullName: '', groups, chosen: [], ways };
  }

  /** How people join now; providers that make no accounts are not among the ways. */
  #ways(hub: OrganizationHub, linkKey = ''): JoiningWays {
    const { organization } = hub.state;
    const { authentication_methods: methods } = organization.settings;
    return {
      takesEmail: isMethodOn(methods, offeredMethods(organization), 'Email'),
      providers: providersOn(this.#services.signIn, organization).filter(({ signUp }) => signUp),
      linkKey,
    };
  }

  /** What a mailed key admits to, and how: with providers only who would be let in with one. */
  async #admitted(hub: OrganizationHub, key: string): Promise<Admitted | undefined> {
    const { reader, state } = hub;
    const ways = this.#ways(hub);
    const now = nowSeconds();
    const admission = await admissionOf(reader, state.organization, { key, by: joiningBy(ways) }, now);
    if (!admission) return undefined;
    const vouched = { email: admission.email, linkKey: '' };
    const isByProvider = (await providerAdmission(reader, state.organization, vouched, now)) !== undefined;
    const open = isByProvider ? ways : { ...ways, providers: [] };
    return open.takesEmail || open.providers.length > 0 ? { admission, ways: open } : undefined;
  }

  #gone(hub: OrganizationHub, reply: FastifyReply): FastifyReply {
    return sendPage(reply, 404, notePage(`Join ${hub.state.organization.name}`, LINK_IS_GONE));
  }

  /** Asks for name and password behind the link of a mail. */
  async askAccount(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
    const hub = await this.#hub(request);
    const admitted = await this.#admitted(hub, key);
    if (!admitted) return this.#gone(hub, reply);
    return sendPage(
      reply,
      200,
      accountPage(await this.#accountForm(hub, request, key, admitted), REGISTER_PATH),
    );
  }

  /** Makes the account and logs it in, or shows the form again. */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const hub = await this.#hub(request);
    const form = new PageForm(request);
    const key = form.text('key');
    const admitted = await this.#admitted(hub, key);
    if (!admitted?.ways.takesEmail) return this.#gone(hub, reply);
    const { email } = admitted.admission;
    const chosen = form.list('group').map(Number).filter(Number.isSafeInteger);
    let accountId: number;
    try {
      accountId = await this.#join(hub, request, { form, email, groupIds: chosen });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const shown = await this.#accountForm(hub, request, key, admitted);
      const again = { ...shown, fullName: form.list('full_name')[0] ?? '', chosen };
      return sendPage(reply, error.status, accountPage(again, REGISTER_PATH, error.message));
    }
    const account = await accountRowById(hub.reader, accountId);
    // Where more than a password is asked for, it is asked for at the log-in page.
    if (account && (await stepAfterPassword(hub.reader, account))) return reply.redirect(LOG_IN_PATH);
    await this.#sessions.begin({ hub, request, reply }, accountId, 'joining');
    return reply.redirect('/');
  }

  async #join(
    hub: OrganizationHub,
    request: FastifyRequest,
    given: { readonly form: PageForm; readonly email: string; readonly groupIds: readonly number[] },
  ): Promise<number> {
    const { form, email, groupIds } = given;
    const { database, keyring } = this.#services;
    this.#accountsByCaller.take(request.ip);
    const fullName = checkedFullName(form.text('full_name'));
    const password = form.text('password');
    const organizationUrl = this.#url(hub, request);
    const ofOrganization = organizationWords(hub.state.organization.name, organizationUrl);
    await checkPassword(password, [email, fullName, ...ofOrganization]);
    const passwordHash = await hashPassword(password);
    const isDisposable = await isDisposableAddress(email);
    const key = form.text('key');
    const mailableUrl = this.#mailableUrl(hub, request);
    const whom = { key, fullName, passwordHash, isDisposable, groupIds };
    const finished = { ...whom, mailableUrl, organizationUrl };
    const { account, kept } = await database.write(hub.id, (writer) =>
      finishSignUp(writer, keyring, finished),
    );
    const place = {
      state: hub.state,
      reader: hub.reader,
      write: <T>(unit: Parameters<typeof database.write<T>>[1]) => database.write(hub.id, unit),
    };
    await sendKeptNotices(place, kept);
    return account.id;
  }
}
