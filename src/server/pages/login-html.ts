// The login form.

import { limits } from '../../api-contract/limits.ts';
import { escapeHtml } from '../../model/html-text.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import { alert, type Page } from './page-html.ts';
import { providerLinks } from './provider-links.ts';
import { APP_SCHEME } from './sign-in-html.ts';

export interface LoginForm {
  readonly organizationName: string;
  readonly destination: SignInDestination;
  /** What was typed before. */
  readonly email: string;
  readonly errorText?: string | undefined;
  /** Whether the organization accepts its own passwords. */
  readonly allowsPasswords: boolean;
  /** The directory whose names and passwords are accepted; undefined: none. */
  readonly directoryName: string | undefined;
  /** The identity providers that are enabled. */
  readonly providers: readonly SignInProvider[];
  /** Whether anyone may create an account. */
  readonly isOpen: boolean;
  /** Whether anonymous viewers can read channels. */
  readonly allowsAnonymous: boolean;
  /** In a demo, people with a button to log in without a password. */
  readonly demoPeople: readonly { readonly email: string; readonly fullName: string }[];
  /** How many people without a button the demo has. */
  readonly demoOthers: number;
}

/** The page. Its forms are sent to its own address, so that the fragment after `#` is preserved. */
export function logInPage(form: LoginForm): Page {
  const { organizationName, errorText, allowsPasswords, directoryName, providers, destination } = form;
  const body = [
    alert(errorText),
    allowsPasswords || directoryName !== undefined ? passwordForm(form) : '',
    providerLinks(providers, 'login', queryOf(destination)),
    anonymousForm(form),
    demoForm(form),
  ];
  return {
    title: `Log in to ${organizationName}`,
    body: body.join(''),
    hasPictures: providers.length > 0,
    ...(destination.mobileOtp !== '' && { appScheme: APP_SCHEME }),
  };
}

/** The query for a provider's login. */
function queryOf({ next, mobileOtp, desktopOtp }: SignInDestination): Record<string, string> {
  return {
    ...(next !== '/' && { next }),
    ...(mobileOtp !== '' && { mobile_flow_otp: mobileOtp }),
    ...(desktopOtp !== '' && { desktop_flow_otp: desktopOtp }),
  };
}

function nextField({ destination }: LoginForm): string {
  return `<input type="hidden" name="next" value="${escapeHtml(destination.next)}">`;
}

function nameField({ directoryName, allowsPasswords, email }: LoginForm): string {
  if (directoryName === undefined)
    return `<label>Email<input name="username" type="email" autocomplete="username" required autofocus value="${escapeHtml(email)}"></label>`;
  const own = `Use your ${escapeHtml(directoryName)} account`;
  const hint = allowsPasswords ? `${own}, or your account here.` : `${own}.`;
  return `<label>Email or username<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus value="${escapeHtml(email)}"><small>${hint}</small></label>`;
}

function passwordForm(form: LoginForm): string {
  const join = form.isOpen ? '<p>No account yet? <a href="/register/">Create one</a></p>' : '';
  const help = `<p><a href="/accounts/password/reset/">Forgot your password?</a></p>${join}`;
  return `<form method="post">${nextField(form)}
${nameField(form)}
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="${limits.passwordCharacters}"></label>
<button>Log in</button></form>
${form.allowsPasswords ? help : ''}`;
}

function anonymousForm(form: LoginForm): string {
  if (!form.allowsAnonymous) return '';
  return `<form method="post"><button class="choice" name="visit" value="yes">Browse public channels</button></form>`;
}

function demoForm(form: LoginForm): string {
  if (form.demoPeople.length === 0) return '';
  const buttons = form.demoPeople.map(
    ({ email, fullName }) =>
      `<button class="choice" name="demo_user" value="${escapeHtml(email)}">Log in as ${escapeHtml(fullName)}</button>`,
  );
  const others = form.demoOthers > 0 ? ` Not listed: ${form.demoOthers} more.` : '';
  return `<h2>This is a demo</h2><p>Log in as one of these people, without a password.${others}</p>
<form method="post">${nextField(form)}${buttons.join('\n')}</form>`;
}
