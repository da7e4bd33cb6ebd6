// Handles the pages for joining: mails a link to an address, and behind the link creates the account.
// `actions/joining` decides who may join, and what people without an account must not learn.

import { isOpenToJoin } from '../../actions/joining/admission.ts';
import { finishSignUp, joinUnconfirmed, startSignUp } from '../../actions/joining/sign-up.ts';
import type { Services } from '../../api/services.ts';
import { type ApiError, badRequest, clientError } from '../../api-contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isDisposableAddress } from '../../model/accounts/disposable-addresses.ts';
import { joinPath } from '../../model/invitations/link-key.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { MailAllowance } from '../mail-allowance.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { JoiningForms, joiningBy } from './joining-forms.ts';
import { type AccountForm, accountPage, addressPage } from './joining-html.ts';
import { groupIdsIn, NewAccounts } from './new-accounts.ts';
import { notePage, sendPage } from './page.ts';
import { logInLink, paragraph } from './page-elements.ts';
import { errorText } from './page-error-texts.ts';
import { PageForm } from './page-form.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

/** The page that tells people to check their mail, and the target of the last form. */
export const SENT_PATH = '/accounts/send_confirm/';
export const REGISTER_PATH = '/accounts/register/';

function titleOf(hub: OrganizationHub, { t }: PageTexts): string {
  return t('page.join.title', { organization: hub.state.organization.name });
}

/** The values of a form that are shown again; never the password. */
function repeatedValues(form: PageForm) {
  return {
    email: form.list('email')[0] ?? '',
    fullName: form.list('full_name')[0] ?? '',
    chosenGroupIds: groupIdsIn(form),
  };
}

/** One method per page and form. Errors are shown on the page. */
export class JoiningHandlers {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #accounts: NewAccounts;
  readonly #forms: JoiningForms;
  readonly #mails: MailAllowance;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#mails = new MailAllowance(services.rateLimits, 'joining');
    this.#directory = directory;
    this.#accounts = new NewAccounts(services, sessions);
    this.#forms = new JoiningForms(services, this.#accounts);
  }

  #hub(request: HttpRequest): Promise<OrganizationHub> {
    return this.#directory.hubForHost(request.headers.host);
  }

  /** Asks for an address if the organization is open. */
  async showOpen(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const { organization } = hub.state;
    const methods = this.#forms.methods(hub);
    const texts = pageTexts(request, hub);
    const facts = { organization: organization.name };
    if (!isOpenToJoin(organization, joiningBy(methods)))
      return this.#sendForbidden(hub, reply, texts, texts.t('page.join.invitationNeeded', facts));
    const organizationFacts = await this.#forms.organizationOf(hub, request);
    if (this.#services.sendsMail)
      return sendPage(reply, 200, texts, addressPage(texts, organizationFacts, methods));
    // Without mail an account needs an invitation, or a provider that confirms the address.
    if (methods.providers.length === 0)
      return this.#sendForbidden(hub, reply, texts, texts.t('page.join.noMail', facts));
    const page = addressPage(texts, organizationFacts, { ...methods, allowsPasswords: false });
    return sendPage(reply, 200, texts, page);
  }

  #sendForbidden(hub: OrganizationHub, reply: HttpReply, texts: PageTexts, note: string): HttpReply {
    const body = [paragraph(note), logInLink(texts)];
    return sendPage(reply, 403, texts, { title: titleOf(hub, texts), body });
  }

  /** Tells people to check their mail. */
  async showSent(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const texts = pageTexts(request, await this.#directory.findHubForHost(request.headers.host));
    const page = notePage(texts.t('page.join.sentTitle'), texts.t('page.join.sent'));
    return sendPage(reply, 200, texts, page);
  }

  /**
   * The page of an invitation link: the form for an account, or if the server sends mail, the form for an address.
   */
  async showForLink(request: HttpRequest, reply: HttpReply, key: string): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const methods = this.#forms.methods(hub, key);
    const link = await this.#forms.openLink(hub, key, methods);
    if (!link) return this.#sendLinkGone(hub, request, reply);
    const texts = pageTexts(request, hub);
    if (this.#services.sendsMail || !methods.allowsPasswords)
      return sendPage(
        reply,
        200,
        texts,
        addressPage(texts, await this.#forms.organizationOf(hub, request), methods),
      );
    const form = await this.#forms.linkForm(hub, request, link, methods);
    return sendPage(reply, 200, texts, accountPage(texts, form, joinPath(key)));
  }

  /**
   * Mails a link to an address, whether or not an account has it. Creates the account at once if no mail is
   * sent. Shows the form again after an error.
   */
  async start(request: HttpRequest, reply: HttpReply, linkKey?: string): Promise<HttpReply> {
    const hub = await this.#hub(request);
    if (linkKey !== undefined && !this.#services.sendsMail)
      return this.#joinByLink(hub, request, reply, linkKey);
    let email = '';
    try {
      email = new PageForm(request).text('email').trim();
      await this.#mail(hub, request, email, linkKey);
    } catch (thrown) {
      const error = clientError(thrown);
      const texts = pageTexts(request, hub);
      const formValues = { email, errorText: errorText(texts, error) };
      const organizationFacts = await this.#forms.organizationOf(hub, request);
      const page = addressPage(texts, organizationFacts, this.#forms.methods(hub, linkKey), formValues);
      return sendPage(reply, error.status, texts, page);
    }
    return reply.redirect(SENT_PATH);
  }

  async #mail(
    hub: OrganizationHub,
    request: HttpRequest,
    email: string,
    linkKey: string | undefined,
  ): Promise<void> {
    if (!isEmailAddress(email))
      throw badRequest('Enter a valid email address.').onPages({ code: 'INVALID_EMAIL' });
    if (!this.#services.sendsMail) {
      throw badRequest('Email is not set up on this server, so you cannot sign up on your own.').onPages({
        code: 'NO_MAIL_FOR_SIGN_UP',
        organization: hub.state.organization.name,
      });
    }
    const organizationUrl = this.#accounts.mailableUrl(hub, request);
    if (organizationUrl === undefined) {
      this.#services.log.error({}, 'sign-up email not sent: --url is not set');
      throw badRequest(
        'This server cannot send sign-up emails yet. Ask an administrator to set its URL.',
      ).onPages({ code: 'NO_SERVER_URL' });
    }
    this.#mails.consume(request.ip, hub.id, email);
    const isDisposable = await isDisposableAddress(email);
    const signUp = { email, isDisposable, linkKey, organizationUrl };
    await this.#services.database.write(hub.id, (writer) => startSignUp(writer, signUp));
  }

  /** Creates the account of a person with an invitation link and logs it in, or shows the form again. */
  async #joinByLink(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    linkKey: string,
  ): Promise<HttpReply> {
    const methods = this.#forms.methods(hub, linkKey);
    const link = await this.#forms.openLink(hub, linkKey, methods);
    if (!link || !methods.allowsPasswords) return this.#sendLinkGone(hub, request, reply);
    const form = new PageForm(request);
    let accountId: number;
    try {
      const email = form.text('email').trim();
      if (!isEmailAddress(email))
        throw badRequest('Enter a valid email address.').onPages({ code: 'INVALID_EMAIL' });
      const person = await this.#accounts.person(hub, request, { form, email });
      accountId = await this.#accounts.create(hub, (writer) =>
        joinUnconfirmed(writer, this.#services.keyring, { ...person, email, linkKey }),
      );
    } catch (thrown) {
      const error = clientError(thrown);
      const filledForm = {
        ...(await this.#forms.linkForm(hub, request, link, methods)),
        ...repeatedValues(form),
      };
      return this.#showAgain(hub, request, reply, { error, form: filledForm, action: joinPath(linkKey) });
    }
    return this.#accounts.logIn(hub, request, reply, accountId);
  }

  #sendLinkGone(hub: OrganizationHub, request: HttpRequest, reply: HttpReply): HttpReply {
    const texts = pageTexts(request, hub);
    return sendPage(reply, 404, texts, notePage(titleOf(hub, texts), texts.t('page.linkInvalid')));
  }

  /** Shows a form for an account again, with the error. */
  #showAgain(
    hub: OrganizationHub,
    request: HttpRequest,
    reply: HttpReply,
    shown: { readonly error: ApiError; readonly form: AccountForm; readonly action: string },
  ): HttpReply {
    const { error, form, action } = shown;
    const texts = pageTexts(request, hub);
    return sendPage(reply, error.status, texts, accountPage(texts, form, action, errorText(texts, error)));
  }

  /** Asks for name and password behind the link of a mail. */
  async showAccountForm(request: HttpRequest, reply: HttpReply, key: string): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const admitted = await this.#forms.admissionOf(hub, key);
    if (!admitted) return this.#sendLinkGone(hub, request, reply);
    const texts = pageTexts(request, hub);
    const form = await this.#forms.accountForm(hub, request, key, admitted);
    return sendPage(reply, 200, texts, accountPage(texts, form, REGISTER_PATH));
  }

  /** Creates the account and logs it in, or shows the form again. */
  async finish(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const form = new PageForm(request);
    const key = form.text('key');
    const admitted = await this.#forms.admissionOf(hub, key);
    if (!admitted?.methods.allowsPasswords) return this.#sendLinkGone(hub, request, reply);
    const { email } = admitted.admission;
    let accountId: number;
    try {
      const person = await this.#accounts.person(hub, request, { form, email });
      accountId = await this.#accounts.create(hub, (writer) =>
        finishSignUp(writer, this.#services.keyring, { ...person, key }),
      );
    } catch (thrown) {
      const error = clientError(thrown);
      const accountForm = await this.#forms.accountForm(hub, request, key, admitted);
      const repeatedForm = { ...accountForm, ...repeatedValues(form), email };
      return this.#showAgain(hub, request, reply, { error, form: repeatedForm, action: REGISTER_PATH });
    }
    return this.#accounts.logIn(hub, request, reply, accountId);
  }
}
