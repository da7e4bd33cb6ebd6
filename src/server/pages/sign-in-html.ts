// The pages on the way back from providers.

import { limits } from '../../api-contract/limits.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { type GroupChoices, groupChoices, type JoinedOrganization } from './joining-html.ts';
import { alert, type Page } from './page-html.ts';

/** The scheme of the phone apps. */
export const APP_SCHEME = 'zulip';

/** The form for a new person whom a provider identified. */
export interface NewPersonForm {
  readonly host: JoinedOrganization;
  readonly providerName: string;
  readonly email: string;
  readonly fullName: string;
  /** The person's identity, sealed by this server. */
  readonly person: string;
  readonly groups: GroupChoices;
  /** Whether an app waits for them. */
  readonly isForApp: boolean;
}

/** Asks a new person for their name. */
export function newPersonPage(form: NewPersonForm, action: string, errorText?: string): Page {
  const { host, providerName, email, fullName, person } = form;
  return {
    title: `Join ${host.name}`,
    ...(form.isForApp && { appScheme: APP_SCHEME }),
    body: `${host.description}${alert(errorText)}<p>You do not have an account yet. ${escapeHtml(providerName)} confirms who you are, so you need no password.</p>
<form method="post" action="${action}"><input type="hidden" name="person" value="${escapeHtml(person)}">
<label>Your email address<input type="email" autocomplete="username" readonly value="${escapeHtml(email)}"></label>
<label>Your name<input name="full_name" autocomplete="name" required autofocus maxlength="${limits.fullNameCodePoints}" value="${escapeHtml(fullName)}"></label>
${groupChoices(form.groups)}<button>Create my account</button></form>`,
  };
}

/** Explains why the sign-in failed, with a link back. */
export function signInErrorPage(organizationName: string, errorText: string): Page {
  return {
    title: `Log in to ${organizationName}`,
    body: `${alert(errorText)}<p><a href="/login/">Back to the login page</a></p>`,
  };
}

const COPY = `document.querySelector('button').onclick=e=>navigator.clipboard.writeText(document.querySelector('input').value).then(()=>{e.target.textContent='Copied'})`;

/** Shows the text that a desktop app reads from the clipboard. */
export function appTokenPage(hidden: string): Page {
  return {
    title: 'Continue in the app',
    body: `<p>Copy this code, then return to the app. The app reads it from the clipboard. It works once and expires after a few minutes. Do not share it.</p><label>Code for the app<input readonly value="${hidden}"></label><button type="button">Copy</button>`,
    script: COPY,
  };
}

/** Asks in the desktop app whether to log in as the token's account. */
export function confirmTokenPage({
  fullName,
  email,
}: {
  readonly fullName: string;
  readonly email: string;
}): Page {
  return {
    title: `Log in as ${fullName}?`,
    body: `<p>The account is ${escapeHtml(email)}. Continue only if you have just logged in to this account in your browser for this app.</p><form method="post"><button>Log in</button></form><p><a href="/">Cancel</a></p>`,
  };
}
