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
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { hashPassword } from '../../model/accounts/password-hash.ts';
import { mailableUrl } from '../../model/organizations/mailable-url.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { checkPassword, organizationWords, PASSWORD_HINT } from '../../model/passwords/passwords.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { accountOfPasswordReset } from '../../stores/accounts/password-reset-store.ts';
import { reachedAddressOf } from '../authentication/login-dependencies.ts';
import type { Sessions } from '../authentication/sessions.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { MailAllowance } from '../mail-allowance.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { LOG_IN_PATH } from './login-pages.ts';
import { PageForm } from './page-form.ts';
import { alert, logInLink, sendPage } from './page-html.ts';

interface Key {
  readonly key: string;
}
type KeyRequest = HttpRequest<Key>;

const TITLE = 'Reset your password';
const DONE_PATH = `${PASSWORD_RESET_PATH}/done/`;

const addressForm = `<form method="post"><p>Enter your email address to get a link for choosing a new password.</p><label>Email <input name="email" type="email" autocomplete="email" required autofocus></label><button>Send link</button></form>${logInLink}`;
const noMailNotice = `<p>Email is not set up on this server, so it cannot send you a link. Ask an administrator to reset your password.</p><p>Operators: run <code>user reset-password EMAIL</code> on the server to get a link for choosing a new password.</p>${logInLink}`;
const passwordForm = `<form method="post"><label>New password <input name="new_password1" type="password" autocomplete="new-password" required autofocus><small>${PASSWORD_HINT}</small></label><label>Repeat password <input name="new_password2" type="password" autocomplete="new-password" required></label><button>Set password</button></form>`;
const linkExpired = `<p>This link is no longer valid.</p><p><a href="${PASSWORD_RESET_PATH}/">Request a new link</a></p>`;

function send(reply: HttpReply, status: number, body: string): HttpReply {
  return sendPage(reply, status, { title: TITLE, body });
}

/** The password, which must be typed twice. */
function chosenPassword(form: PageForm): string {
  const password = form.text('new_password1');
  if (password !== form.text('new_password2')) throw badRequest('The passwords do not match.');
  return password;
}

/** Performs a form's action and redirects to its result, or shows the form again with the error. */
async function redirectOrShowForm(reply: HttpReply, work: Promise<string>, form: string): Promise<HttpReply> {
  try {
    return reply.redirect(await work);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return send(reply, error.status, alert(error.message) + form);
  }
}

class PasswordResets {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #mails = new MailAllowance();

  constructor(services: Services, directory: OrganizationDirectory, sessions: Sessions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
  }

  /**
   * The content of the page for people who forgot their password: a form, or instructions if the server sends
   * no mail.
   */
  get startForm(): string {
    return this.#services.sendsMail ? addressForm : noMailNotice;
  }

  /** Mails a link to an address if it has an account. */
  async start(request: HttpRequest): Promise<string> {
    const { database, log, publicUrl, sendsMail } = this.#services;
    if (!sendsMail) throw badRequest('Email is not set up on this server, so no link can be sent.');
    const hub = await this.#directory.hubForHost(request.headers.host);
    const email = new PageForm(request).text('email').trim();
    if (!isEmailAddress(email)) throw badRequest('Enter a valid email address.');
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

  /** Whether a link is still valid. */
  async isOpen(request: KeyRequest): Promise<boolean> {
    const hub = await this.#directory.hubForHost(request.headers.host);
    return (await accountOfPasswordReset(hub.reader, request.params.key, nowSeconds())) !== undefined;
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
    if (!account) throw badRequest('This link is no longer valid.');
    const { database, keyring, publicUrl } = this.#services;
    const { name, host } = hub.state.organization;
    const ofOrganization = organizationWords(name, requestedUrl(publicUrl, host, request.headers.host));
    await checkPassword(password, [account.email, account.fullName, ...ofOrganization]);
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
  const link = `${PASSWORD_RESET_PATH}/:id/:key/`;
  routes.get(`${PASSWORD_RESET_PATH}/`, (_request, reply) => send(reply, 200, resets.startForm));
  routes.post(`${PASSWORD_RESET_PATH}/`, (request, reply) =>
    redirectOrShowForm(reply, resets.start(request), resets.startForm),
  );
  routes.get(DONE_PATH, (_request, reply) =>
    send(
      reply,
      200,
      `<p>If this address has an account, an email with a link is on its way.</p>${logInLink}`,
    ),
  );
  routes.get<Key>(link, async (request, reply) => {
    const isOpen = await resets.isOpen(request);
    return send(reply, isOpen ? 200 : 404, isOpen ? passwordForm : linkExpired);
  });
  routes.post<Key>(link, (request, reply) =>
    redirectOrShowForm(reply, resets.finish(request, reply), passwordForm),
  );
}
