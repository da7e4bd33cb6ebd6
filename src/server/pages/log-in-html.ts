// The form that people log in with.

import { limits } from '../../contract/limits.ts';
import { escapeHtml } from '../../model/html-text.ts';
import type { SignInProvider } from '../../model/sign-in/configuration.ts';
import { alert, type Page } from './page-html.ts';
import { providerLinks } from './provider-links.ts';

export interface LogInForm {
  readonly organizationName: string;
  /** Where it leads, as a path. */
  readonly next: string;
  /** What was typed before. */
  readonly email: string;
  readonly problem?: string | undefined;
  /** Whether people log in with passwords here. */
  readonly takesPasswords: boolean;
  /** Those that people may sign in with. */
  readonly providers: readonly SignInProvider[];
  /** Whether anybody may make an account. */
  readonly isOpen: boolean;
  /** Whether people without an account may read something. */
  readonly isPublic: boolean;
  /** Who can be logged in as without a password, in a demo. */
  readonly demoPeople: readonly { readonly email: string; readonly fullName: string }[];
}

/** The page. Its forms go to its own address, so that the part behind its `#` is there once more after logging in. */
export function logInPage(form: LogInForm): Page {
  const { organizationName, problem, takesPasswords, providers, next } = form;
  const body = [
    alert(problem),
    takesPasswords ? passwordForm(form) : '',
    providerLinks(providers, 'login', next === '/' ? {} : { next }),
    visitForm(form),
    demoForm(form),
  ];
  return { title: `Log in to ${organizationName}`, body: body.join(''), hasPictures: providers.length > 0 };
}

function nextField({ next }: LogInForm): string {
  return `<input type="hidden" name="next" value="${escapeHtml(next)}">`;
}

function passwordForm(form: LogInForm): string {
  const join = form.isOpen ? '<p>No account yet? <a href="/register/">Create one</a></p>' : '';
  return `<form method="post">${nextField(form)}
<label>Email<input name="username" type="email" autocomplete="username" required autofocus value="${escapeHtml(form.email)}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="${limits.passwordCharacters}"></label>
<button>Log in</button></form>
<p><a href="/accounts/password/reset/">Forgot your password?</a></p>${join}`;
}

function visitForm(form: LogInForm): string {
  if (!form.isPublic) return '';
  return `<form method="post"><button class="choice" name="visit" value="yes">Read what is public</button></form>`;
}

function demoForm(form: LogInForm): string {
  if (form.demoPeople.length === 0) return '';
  const buttons = form.demoPeople.map(
    ({ email, fullName }) =>
      `<button class="choice" name="demo_user" value="${escapeHtml(email)}">Log in as ${escapeHtml(fullName)}</button>`,
  );
  return `<h2>This is a demo</h2><p>Log in as one of its people, without a password.</p>
<form method="post">${nextField(form)}${buttons.join('\n')}</form>`;
}
