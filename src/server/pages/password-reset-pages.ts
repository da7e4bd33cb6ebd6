// The pages that set a new password. Only a mail reveals whether an address has an account.

import { stepAfterPassword } from '../../actions/accounts/login-step.ts';
import {
  finishPasswordReset,
  PASSWORD_RESET_PATH,
  startPasswordReset,
} from '../../actions/accounts/password-reset.ts';
import { enabledDirectory } from '../../api/authentication/directory-login.ts';
import { replaceApiKey } from '../../api/authentication/new-api-key.ts';
import type { Services } from '../../api/services.ts';
import { badRequest, clientError } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { checkPassword, organizationWords } from '../../model/passwords/passwords.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { accountOfPasswordReset } from '../../stores/accounts/password-reset-store.ts';
import { reachedAddressOf } from '../authentication/login-dependencies.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { type HtmlPart, html } from '../http/html-template.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { MailAllowance } from '../mail-allowance.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { LOG_IN_PATH } from './login-pages.ts';
import { sendPage } from './page.ts';
import { alert, button, field, form, link, logInLink, paragraph, passwordHint } from './page-elements.ts';
import { errorText } from './page-error-texts.ts';
import { PageForm } from './page-form.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';

interface Key {
  readonly key: string;
}
type KeyRequest = HttpRequest<Key>;

const DONE_PATH = `${PASSWORD_RESET_PATH}/done/`;

const newPassword = { type: 'password', autocomplete: 'new-password', required: true } as const;

function addressForm(texts: PageTexts): HtmlPart {
  const { t } = texts;
  const email = { name: 'email', type: 'email', autocomplete: 'email', required: true, autofocus: true };
  const content = [
    paragraph(t('page.reset.text')),
    field(t('page.login.email'), email),
    button(t('page.reset.sendLink')),
  ];
  return [form(content), logInLink(texts)];
}

/** What people do on a server that sends no mail. */
function noMailNotice(texts: PageTexts): HtmlPart {
  const { t, withHtml } = texts;
  const command = html`<code>user reset-password EMAIL</code>`;
  return [
    paragraph(t('page.reset.noMail')),
    paragraph(withHtml('page.reset.operators', { command })),
    logInLink(texts),
  ];
}

function passwordForm(texts: PageTexts): HtmlPart {
  const { t } = texts;
  const first = { name: 'new_password1', ...newPassword, autofocus: true };
  return form([
    field(t('page.reset.newPassword'), first, passwordHint(texts)),
    field(t('page.reset.repeat'), { name: 'new_password2', ...newPassword }),
    button(t('page.reset.set')),
  ]);
}

function linkExpired({ t }: PageTexts): HtmlPart {
  const newLink = link(`${PASSWORD_RESET_PATH}/`, t('page.reset.newLink'));
  return [paragraph(t('page.linkInvalid')), paragraph(newLink)];
}

function send(reply: HttpReply, status: number, texts: PageTexts, body: HtmlPart): HttpReply {
  return sendPage(reply, status, texts, { title: texts.t('page.reset.title'), body });
}

/** The password, which must be typed twice. */
function chosenPassword(typed: PageForm): string {
  const password = typed.text('new_password1');
  if (password !== typed.text('new_password2'))
    throw badRequest('The passwords do not match.').onPages({ code: 'PASSWORDS_DIFFER' });
  return password;
}

/** Performs a form's action and redirects to its result, or shows the form again with the error. */
async function redirectOrShowForm(
  reply: HttpReply,
  texts: PageTexts,
  work: Promise<string>,
  shownForm: HtmlPart,
): Promise<HttpReply> {
  try {
    return reply.redirect(await work);
  } catch (thrown) {
    const error = clientError(thrown);
    return send(reply, error.status, texts, [alert(errorText(texts, error)), shownForm]);
  }
}

class PasswordResets {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #mails: MailAllowance;

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#mails = new MailAllowance(services.rateLimits, 'password resets');
    this.#directory = directory;
    this.#sessions = sessions;
  }

  /**
   * The content of the page for people who forgot their password: a form, or instructions if the server sends
   * no mail.
   */
  startForm(texts: PageTexts): HtmlPart {
    return this.#services.sendsMail ? addressForm(texts) : noMailNotice(texts);
  }

  /** The texts for a person who is not known yet. */
  async texts(request: HttpRequest): Promise<PageTexts> {
    return pageTexts(request, await this.#directory.findHubForHost(request.headers.host));
  }

  /** Mails a link to an address if it has an account. */
  async start(request: HttpRequest): Promise<string> {
    const { database, log, publicUrl, sendsMail } = this.#services;
    if (!sendsMail)
      throw badRequest('Email is not set up on this server, so no link can be sent.').onPages({
        code: 'NO_MAIL_FOR_LINKS',
      });
    const hub = await this.#directory.hubForHost(request.headers.host);
    const email = new PageForm(request).text('email').trim();
    if (!isEmailAddress(email))
      throw badRequest('Enter a valid email address.').onPages({ code: 'INVALID_EMAIL' });
    this.#mails.consume(request.ip, hub.id, email);
    const url = mailableUrl(publicUrl, hub.state.organization.host, reachedAddressOf(request));
    if (url === undefined) {
      log.error({}, 'password reset email not sent: --url is not set');
      return DONE_PATH;
    }
    const directory = enabledDirectory(this.#services, hub.state.organization);
    await database.write(hub.id, (writer) => startPasswordReset(writer, email, url, directory));
    return DONE_PATH;
  }

  /** Whether a link is still valid, and the texts for its account. */
  async checkLink(request: KeyRequest): Promise<{ readonly isValid: boolean; readonly texts: PageTexts }> {
    const hub = await this.#directory.findHubForHost(request.headers.host);
    const accountId = hub && (await accountOfPasswordReset(hub.reader, request.params.key, nowSeconds()));
    return { isValid: accountId !== undefined, texts: pageTexts(request, hub, accountId) };
  }

  /**
   * Sets the new password and logs the person in, unless a second factor is required. Returns the path to
   * redirect to.
   */
  async finish(request: KeyRequest, reply: HttpReply): Promise<string> {
    const password = chosenPassword(new PageForm(request));
    const hub = await this.#directory.hubForHost(request.headers.host);
    const ownerId = await accountOfPasswordReset(hub.reader, request.params.key, nowSeconds());
    // Hashing is expensive and must not be available to callers without a key.
    const account = ownerId === undefined ? undefined : hub.state.account(ownerId);
    if (!account) throw badRequest('This link is no longer valid.').onPages({ code: 'LINK_INVALID' });
    const { database, keyring, publicUrl } = this.#services;
    const { name, host } = hub.state.organization;
    const organizationTerms = organizationWords(name, requestedUrl(publicUrl, host, request.headers.host));
    await checkPassword(password, [account.email, account.fullName, ...organizationTerms]);
    const passwordHash = await hashPassword(password);
    const reset = async (writer: Writer) => {
      const { id } = await finishPasswordReset(writer, keyring, request.params.key, passwordHash);
      // The person may have lost a phone, or someone else may know the API key.
      await replaceApiKey(writer, keyring, id);
    };
    await database.write(hub.id, reset, { accountId: account.id });
    // Access to someone's mail is not a second factor: they must log in again, with their code.
    if (await stepAfterPassword(hub.reader, account)) return LOG_IN_PATH;
    await this.#sessions.begin({ hub, request, reply }, account.id, { loginMethod: 'mail' });
    return '/';
  }
}

export function addPasswordResetPages(
  routes: Routes,
  services: Services,
  directory: OrganizationDirectory,
  sessions: Sessions,
): void {
  const resets = new PasswordResets(services, directory, sessions);
  const start = `${PASSWORD_RESET_PATH}/`;
  const resetPath = `${PASSWORD_RESET_PATH}/:id/:key/`;
  routes.get(start, async (request, reply) => {
    const texts = await resets.texts(request);
    return send(reply, 200, texts, resets.startForm(texts));
  });
  routes.post(start, async (request, reply) => {
    const texts = await resets.texts(request);
    return redirectOrShowForm(reply, texts, resets.start(request), resets.startForm(texts));
  });
  routes.get(DONE_PATH, async (request, reply) => {
    const texts = await resets.texts(request);
    return send(reply, 200, texts, [paragraph(texts.t('page.reset.sent')), logInLink(texts)]);
  });
  routes.get<Key>(resetPath, async (request, reply) => {
    const { isValid, texts } = await resets.checkLink(request);
    return send(reply, isValid ? 200 : 404, texts, isValid ? passwordForm(texts) : linkExpired(texts));
  });
  routes.post<Key>(resetPath, async (request, reply) => {
    const { texts } = await resets.checkLink(request);
    return redirectOrShowForm(reply, texts, resets.finish(request, reply), passwordForm(texts));
  });
}
