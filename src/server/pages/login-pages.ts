// Logging in and out with a browser: GET and POST /login/ (and /accounts/login/), POST /accounts/logout/. All
// of it works without scripts.

import { parse } from 'node:querystring';
import { recordLogin } from '../../actions/accounts/first-login.ts';
import { logIn } from '../../actions/accounts/log-in.ts';
import { isOpenToJoin } from '../../actions/joining/admission.ts';
import { enabledDirectory } from '../../api/authentication/directory-login.ts';
import type { Services } from '../../api/services.ts';
import { ApiError, clientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Limiter } from '../../api-contract/rate-limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import {
  availableMethods,
  enabledProviders,
  isMethodEnabled,
} from '../../model/organizations/authentication-methods.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { isDevelopmentRequest } from '../authentication/development-request.ts';
import type { Exchange } from '../authentication/exchange.ts';
import { passwordLoginDependencies, sourceOf } from '../authentication/login-dependencies.ts';
import { deviceTokensOf } from '../authentication/session-cookie.ts';
import type { Sessions } from '../authentication/sessions.ts';
import { isCrossSite } from '../http/cross-site.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { pathWithin } from '../http/path-within.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { appFlowOf, destinationIn } from './destination.ts';
import { type LoginForm, loginPage } from './login-html.ts';
import { isLoginStepForm, LoginSteps } from './login-steps.ts';
import { sendPage } from './page.ts';
import { errorText } from './page-error-texts.ts';
import { PageForm } from './page-form.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';
import { providerLogoutUrl, redirectToProvider } from './provider-logout.ts';
import { SignInCompletion } from './sign-in-completion.ts';

export const LOG_IN_PATH = '/login/';
/** The client for anonymous viewers. */
const ANONYMOUS_PATH = '/?visit=yes';

/** The login page that then leads to a path. */
export function logInPathFor(next: string): string {
  return `${LOG_IN_PATH}?next=${encodeURIComponent(next)}`;
}

interface LoginOptions {
  readonly services: Services;
  readonly directory: OrganizationDirectory;
  readonly sessions: Sessions;
  readonly logins: Limiter;
  readonly webDirectory: string | undefined;
}

class LoginPages {
  readonly #services: Services;
  readonly #directory: OrganizationDirectory;
  readonly #sessions: Sessions;
  readonly #logins: Limiter;
  readonly #signInEnd: SignInCompletion;
  readonly #steps: LoginSteps;

  /** Whether the browser client is served, which anonymous viewers read in. */
  readonly #hasClient: boolean;

  constructor({ services, directory, sessions, logins, webDirectory }: LoginOptions) {
    this.#services = services;
    this.#directory = directory;
    this.#sessions = sessions;
    this.#logins = logins;
    this.#signInEnd = new SignInCompletion(services, sessions);
    this.#steps = new LoginSteps(services, this.#signInEnd);
    this.#hasClient = webDirectory !== undefined;
  }

  #hub(request: HttpRequest): Promise<OrganizationHub> {
    return this.#directory.hubForHost(request.headers.host);
  }

  /** Shows the form, or redirects to the destination if the browser is logged in already. */
  async ask(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const destination = { ...destinationIn(request), next: nextIn(request) };
    const { isDeactivated } = hub.state.organization;
    const browserSession = isDeactivated ? undefined : await this.#sessions.browserSession(hub, request);
    if (browserSession && appFlowOf(destination) === undefined)
      return reply.header('cache-control', 'no-store').redirect(destination.next);
    const texts = pageTexts(request, hub);
    const error = isDeactivated ? texts.t('page.deactivated') : undefined;
    const form = this.#form(hub, request, { destination, email: '', errorText: error });
    return sendPage(reply, 200, texts, loginPage(texts, form));
  }

  /** Logs in, asks for a further step, or shows the form again. */
  async logIn(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const form = new PageForm(request);
    const next = pathWithin(form.list('next')[0] ?? nextIn(request));
    const destination = { ...destinationIn(request), next };
    const texts = pageTexts(request, hub);
    const showAgain = (status: number, error: string) => {
      const email = form.list('username')[0] ?? '';
      const loginForm = this.#form(hub, request, { destination, email, errorText: error });
      return sendPage(reply, status, texts, loginPage(texts, loginForm));
    };
    // If anonymous viewing is disabled, the client's page leads back here.
    if (form.list('visit').length > 0)
      return reply.header('cache-control', 'no-store').redirect(ANONYMOUS_PATH);
    // Another site must not log a browser in to an account of its choice. Some browsers report nothing that can be
    // checked.
    if (isCrossSite(request, this.#services.publicUrl))
      return showAgain(403, texts.t('page.error.crossSite'));
    try {
      return await this.#enter({ hub, request, reply }, form, destination);
    } catch (thrown) {
      const error = clientError(thrown);
      reply.headers(error.headers);
      // Programs that log in like a browser expect the form in a page with status 200.
      return showAgain(error.status === 429 ? 429 : 200, this.#loginErrorText(hub, texts, error));
    }
  }

  /** Names what the field asks for: an email, and with a directory also a username. */
  #loginErrorText(hub: OrganizationHub, texts: PageTexts, error: ApiError): string {
    const isWrong = error.pageError?.code === 'WRONG_PASSWORD';
    const asksForEmail = enabledDirectory(this.#services, hub.state.organization) === undefined;
    return isWrong && asksForEmail ? texts.t('page.error.wrongEmailOrPassword') : errorText(texts, error);
  }

  /** Logs in the account that a form authenticates, or asks for a further step. */
  async #enter(exchange: Exchange, form: PageForm, destination: SignInDestination): Promise<HttpReply> {
    const { hub, request, reply } = exchange;
    if (isLoginStepForm(form)) return this.#steps.submit(exchange, form);
    if (!hub.state.organization.isDemo) this.#logins.consume(clientNetworkOf(request.ip));
    const demoEmail = form.list('demo_user')[0];
    if (demoEmail !== undefined) {
      const accountId = await this.#demoPerson(hub, request, demoEmail);
      return this.#signInEnd.complete({ hub, accountId, destination }, request, reply);
    }
    const name = form.text('username');
    const { row, nextStep } = await logIn(passwordLoginDependencies(this.#services, hub, request), {
      email: name,
      password: form.text('password'),
      loginMethod: 'page',
      source: sourceOf(request),
      deviceTokens: deviceTokensOf(request, this.#services.publicUrl),
    });
    if (nextStep) return this.#steps.ask(exchange, { row, awaits: nextStep, destination, name });
    return this.#signInEnd.complete({ hub, accountId: row.id, destination, name }, request, reply);
  }

  /** The account that a demo button names. */
  async #demoPerson(hub: OrganizationHub, request: HttpRequest, demoEmail: string): Promise<number> {
    const person = this.#demoPeople(hub, request).find(({ email }) => email === demoEmail);
    if (!person)
      throw new ApiError(401, 'AUTHENTICATION_FAILED', 'User not found.').onPages({ code: 'USER_NOT_FOUND' });
    const { database, keyring } = this.#services;
    const origin = { source: sourceOf(request), loginMethod: 'demo' } as const;
    await database.write(hub.id, (writer) => recordLogin(writer, keyring, person.id, origin));
    return person.id;
  }

  /** Ends this browser's session and makes it delete everything stored for the organization. */
  async logOut(request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
    const hub = await this.#hub(request);
    const browserSession = await this.#sessions.browserSession(hub, request);
    const provider =
      browserSession && (await providerLogoutUrl(this.#services, hub, request, browserSession.session.id));
    await this.#sessions.end(hub, browserSession, request, reply);
    reply.header('clear-site-data', '"cache", "storage"').header('cache-control', 'no-store');
    if (provider === undefined) return reply.redirect(LOG_IN_PATH);
    return redirectToProvider(reply, pageTexts(request, hub, browserSession?.account.id), provider);
  }

  #form(
    hub: OrganizationHub,
    request: HttpRequest,
    typed: Pick<LoginForm, 'destination' | 'email' | 'errorText'>,
  ): LoginForm {
    const { organization } = hub.state;
    const { authentication_methods: methods } = organization.settings;
    const offered = availableMethods(organization, this.#services.signIn);
    const demoPeople = this.#demoPeople(hub, request);
    const shownPeople = demoPeople.slice(0, limits.demoPeopleShown);
    return {
      ...typed,
      organizationName: organization.name,
      allowsPasswords: isMethodEnabled(methods, offered, 'Email'),
      directoryName: enabledDirectory(this.#services, organization)?.provider.name,
      providers: enabledProviders(this.#services.signIn, organization),
      isOpen: isOpenToJoin(organization),
      allowsAnonymous: this.#hasClient && allowsAnonymousViewers(hub.state),
      demoPeople: shownPeople.toSorted((one, other) => one.role - other.role || one.id - other.id),
      demoOthers: demoPeople.length - shownPeople.length,
    };
  }

  /** The people that a demo logs in without a password, the oldest accounts first. */
  #demoPeople(hub: OrganizationHub, request: HttpRequest): Account[] {
    const { accounts, organization } = hub.state;
    const { authentication_methods: methods } = organization.settings;
    const isOffered = isMethodEnabled(methods, availableMethods(organization), 'Dev');
    if (!isOffered || !isDevelopmentRequest(this.#services, request)) return [];
    const people = [...accounts.values()].filter(({ isActive, isBot }) => isActive && !isBot);
    return people.toSorted((one, other) => one.id - other.id);
  }
}

/** The destination in the page's address. */
function nextIn(request: HttpRequest): string {
  const { next } = parse(request.url.split('?')[1] ?? '');
  return pathWithin(typeof next === 'string' ? next : '/');
}

/** Adds the pages. */
export function addLoginPages(routes: Routes, options: LoginOptions): void {
  const pages = new LoginPages(options);
  for (const path of ['/login', LOG_IN_PATH, '/accounts/login', '/accounts/login/']) {
    routes.get(path, (request, reply) => pages.ask(request, reply));
    routes.post(path, (request, reply) => pages.logIn(request, reply));
  }
  for (const path of ['/accounts/logout', '/accounts/logout/']) {
    routes.post(path, (request, reply) => pages.logOut(request, reply));
  }
}
