// The login steps after the password, in a browser. No state is stored on the server: the form sends back a
// sealed text, which is valid for a few minutes in the browser that sent the password.

import { logInEnrolled, logInWithFactor } from '../../actions/accounts/login-step.ts';
import { beginFirstEnrolment } from '../../actions/accounts/second-factor.ts';
import type { Services } from '../../api/services.ts';
import { type ApiError, clientError } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { AccountRow } from '../../model/accounts/account.ts';
import { requestedUrl } from '../../model/organizations/organization-url.ts';
import { secretText } from '../../model/second-factor/enrolment.ts';
import {
  type LoginState,
  type LoginStep,
  newLoginState,
  sealLoginState,
  unsealLoginState,
} from '../../model/second-factor/login-state.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import { newBrowserSecret } from '../../model/sign-in/sign-in-visit.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import type { Exchange } from '../authentication/exchange.ts';
import { loginDependencies, sourceOf } from '../authentication/login-dependencies.ts';
import { clearVisitCookies, setVisitSecret, visitSecretIn } from '../authentication/sign-in-cookie.ts';
import type { HttpReply } from '../http/http-reply.ts';
import {
  enrol,
  enrolmentOptions,
  factorInForm,
  factorOptions,
  type LoginStepDependencies,
} from './login-factors.ts';
import { enrolmentPage, factorPage, type LoginStepForm, recoveryCodesPage } from './login-step-html.ts';
import { sendPage } from './page.ts';
import { errorText } from './page-error-texts.ts';
import type { PageForm } from './page-form.ts';
import { pageTexts } from './page-texts.ts';
import { lostVisit } from './sign-in-common.ts';
import type { SignInCompletion } from './sign-in-completion.ts';

/** A person whose password was correct. */
interface PasswordVerified {
  readonly row: AccountRow;
  readonly awaits: LoginStep;
  readonly destination: Omit<SignInDestination, 'linkKey'>;
  /** The name as typed. */
  readonly name: string;
}

/** Whether a form is that of a login step. */
export function isLoginStepForm(form: PageForm): boolean {
  return form.list('log_in_step').length > 0;
}

/** Shows the steps and continues after correct answers. */
export class LoginSteps {
  readonly #services: Services;
  readonly #signInEnd: SignInCompletion;

  constructor(services: Services, end: SignInCompletion) {
    this.#services = services;
    this.#signInEnd = end;
  }

  /** Asks a person whose password was correct for what is missing. */
  async ask(exchange: Exchange, { row, awaits, destination, name }: PasswordVerified): Promise<HttpReply> {
    const { hub, request, reply } = exchange;
    const { keyring, publicUrl } = this.#services;
    const browserSecret = newBrowserSecret();
    setVisitSecret(request, reply, publicUrl, browserSecret);
    const enrolmentSecret =
      awaits === 'enrolment' &&
      (await this.#dependencies(exchange).write((writer) => beginFirstEnrolment(writer, keyring, row.id)));
    const step = enrolmentSecret
      ? ({ awaits: 'enrolment', secret: secretText(enrolmentSecret) } as const)
      : ({ awaits: 'code', secret: '' } as const);
    const login = { organizationId: hub.id, row, ...step, destination, name };
    return this.#show(exchange, row, newLoginState(login, browserSecret, nowSeconds()));
  }

  #dependencies({ hub, request }: Exchange): LoginStepDependencies {
    const { publicUrl } = this.#services;
    const { host } = hub.state.organization;
    return {
      ...loginDependencies(this.#services, hub),
      organizationUrl: requestedUrl(publicUrl, host, request.headers.host),
    };
  }

  #form(hub: OrganizationHub, visit: LoginState, error?: string): LoginStepForm {
    return {
      organizationName: hub.state.organization.name,
      visit: sealLoginState(this.#services.keyring, visit),
      isForPhone: visit.mobileOtp !== '',
      errorText: error,
    };
  }

  async #show(exchange: Exchange, row: AccountRow, visit: LoginState, error?: ApiError): Promise<HttpReply> {
    const texts = pageTexts(exchange.request, exchange.hub, row.id);
    const form = this.#form(exchange.hub, visit, error && errorText(texts, error));
    const dependencies = this.#dependencies(exchange);
    const page =
      visit.secret === ''
        ? factorPage(texts, form, await factorOptions(dependencies, row))
        : enrolmentPage(texts, form, await enrolmentOptions(dependencies, row, visit.secret));
    return sendPage(exchange.reply, error?.status === 429 ? 429 : 200, texts, page);
  }

  /**
   * Handles the form of a step: continues, or asks again.
   * @throws 400 if the visit has expired or is invalid
   */
  async submit(exchange: Exchange, form: PageForm): Promise<HttpReply> {
    const { hub, request, reply } = exchange;
    const { keyring, publicUrl } = this.#services;
    const browser = { secret: visitSecretIn(request, publicUrl), now: nowSeconds() };
    const visit = unsealLoginState(keyring, form.text('log_in_step'), browser);
    const row = visit?.organizationId === hub.id ? await this.#currentRow(hub, visit) : undefined;
    if (!visit || !row) throw lostVisit();
    const attempt = { loginMethod: 'page', source: sourceOf(request) } as const;
    const dependencies = this.#dependencies(exchange);
    try {
      if (visit.awaits === 'enrolment') {
        // The recovery codes are shown before the session begins.
        const codes = await enrol(dependencies, row, { form, secret: visit.secret, attempt });
        const nextVisit = { ...visit, secret: '', awaits: 'recovery_codes' } as const;
        const texts = pageTexts(request, hub, row.id);
        return sendPage(reply, 200, texts, recoveryCodesPage(texts, this.#form(hub, nextVisit), codes));
      }
      if (visit.awaits === 'recovery_codes') await logInEnrolled(dependencies, row, attempt);
      else await logInWithFactor(dependencies, row, { factor: factorInForm(dependencies, form), ...attempt });
    } catch (thrown) {
      const error = clientError(thrown);
      reply.headers(error.headers);
      return this.#show(exchange, row, visit, error);
    }
    clearVisitCookies(request, reply, publicUrl);
    const { name } = visit;
    return this.#signInEnd.complete({ hub, accountId: row.id, destination: visit, name }, request, reply);
  }

  /** The account of a visit, if it is active and its access has not changed since the password was checked. */
  async #currentRow(hub: OrganizationHub, visit: LoginState): Promise<AccountRow | undefined> {
    const row = await accountRowById(hub.reader, visit.accountId);
    const isOpen = !hub.state.organization.isDeactivated && row?.is_active === 1;
    return isOpen && row.access_version === visit.accessVersion ? row : undefined;
  }
}
