// The forms for joining.

import { limits } from '../../api-contract/limits.ts';
import type { DefaultChannelGroup } from '../../model/default-channel-groups/default-channel-group.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { PASSWORD_HINT } from '../../model/passwords/passwords.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { alert, type Page } from './page-html.ts';
import { providerLinks } from './provider-links.ts';

/** The organization that a person is about to join. */
export interface JoinedOrganization {
  readonly name: string;
  /** Its description, as HTML from the message renderer. */
  readonly description: string;
}

/** How people join: with a password that they choose, and with which providers. */
export interface JoiningMethods {
  readonly allowsPasswords: boolean;
  readonly providers: readonly SignInProvider[];
  /** The key of the invitation link that was used; empty: none. */
  readonly linkKey: string;
}

function joinLinks({ providers, linkKey }: JoiningMethods): string {
  return providerLinks(providers, 'register', linkKey === '' ? {} : { multiuse_object_key: linkKey });
}

/** The typed address, and the error to show. */
interface Typed {
  readonly email: string;
  readonly errorText?: string;
}

/**
 * Asks for the address that a link is mailed to. The form is sent to the page's own address. Also offers the
 * providers.
 */
export function addressPage(
  { name, description }: JoinedOrganization,
  methods: JoiningMethods,
  { email, errorText }: Typed = { email: '' },
): Page {
  const form = `<form method="post"><label>Your email address<input name="email" type="email" autocomplete="email" required autofocus value="${escapeHtml(email)}"></label><button>Send me a link</button></form>`;
  return {
    title: `Join ${name}`,
    hasPictures: methods.providers.length > 0,
    body: `${description}${alert(errorText)}${methods.allowsPasswords ? form : ''}${joinLinks(methods)}`,
  };
}

/** Groups of channels to choose from. */
export interface GroupChoices {
  readonly groups: readonly DefaultChannelGroup[];
  readonly chosen: readonly number[];
}

/** What the last form shows besides what the person types. */
export interface AccountForm extends GroupChoices {
  readonly host: JoinedOrganization;
  /** The mailed link's key. Empty: the form is sent to the page of the invitation link. */
  readonly key: string;
  readonly email: string;
  /** Whether the person types the address; otherwise it is known. */
  readonly isEmailTyped: boolean;
  /** Shown below the address. */
  readonly note: string | undefined;
  readonly fullName: string;
  readonly methods: JoiningMethods;
}

/** Checkboxes; empty if there are no groups. */
export function groupChoices({ groups, chosen }: GroupChoices): string {
  if (groups.length === 0) return '';
  const choices = groups.map(
    ({ id, name, description }) =>
      `<label><input type="checkbox" name="group" value="${id}"${chosen.includes(id) ? ' checked' : ''}> ${escapeHtml(name)}<small>${escapeHtml(description)}</small></label>`,
  );
  return `<fieldset><legend>Channels to join</legend>${choices.join('')}</fieldset>`;
}

function emailField({ email, isEmailTyped, note }: AccountForm): string {
  const kind = isEmailTyped ? 'name="email" required autofocus' : 'readonly';
  const below = note === undefined ? '' : `<small id="email-note">${escapeHtml(note)}</small>`;
  const describedBy = note === undefined ? '' : ' aria-describedby="email-note"';
  return `<label>Your email address<input type="email" autocomplete="username" ${kind}${describedBy} value="${escapeHtml(email)}"></label>${below}`;
}

function passwordForm(form: AccountForm, action: string): string {
  const key = form.key === '' ? '' : `<input type="hidden" name="key" value="${escapeHtml(form.key)}">`;
  return `<form method="post" action="${action}">${key}
${emailField(form)}
<label>Your name<input name="full_name" autocomplete="name" required${form.isEmailTyped ? '' : ' autofocus'} maxlength="${limits.fullNameCodePoints}" value="${escapeHtml(form.fullName)}"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required maxlength="${limits.passwordCharacters}"><small>${PASSWORD_HINT}</small></label>
${groupChoices(form)}<button>Create my account</button></form>`;
}

/**
 * Asks for a name and password if passwords are enabled. People can also join with a provider that confirms the
 * same address.
 */
export function accountPage(form: AccountForm, action: string, errorText?: string): Page {
  const { host, email, methods } = form;
  const same = methods.allowsPasswords
    ? ''
    : `<p>Continue with an account that uses the address ${escapeHtml(email)}.</p>`;
  return {
    title: `Join ${host.name}`,
    hasPictures: methods.providers.length > 0,
    body: `${host.description}${alert(errorText)}${methods.allowsPasswords ? passwordForm(form, action) : same}${joinLinks(methods)}`,
  };
}
