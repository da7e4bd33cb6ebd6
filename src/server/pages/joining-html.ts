// The forms that people meet on their way in.

import { limits } from '../../contract/limits.ts';
import type { DefaultChannelGroup } from '../../model/default-channel-groups/group.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { PASSWORD_HINT } from '../../model/passwords/passwords.ts';
import { alert, type Page } from './page-html.ts';

/** The organization that somebody is about to join. */
export interface Host {
  readonly name: string;
  /** What it says of itself, as HTML of the message renderer. */
  readonly description: string;
}

/** Asks for the address that a link is mailed to; the form goes to the page's own address. */
export function addressPage({ name, description }: Host, email: string, problem?: string): Page {
  return {
    title: `Join ${name}`,
    body: `${description}${alert(problem)}<form method="post"><label>Your email address<input name="email" type="email" autocomplete="email" required autofocus value="${escapeHtml(email)}"></label><button>Send me a link</button></form>`,
  };
}

/** Groups of channels to choose from. */
export interface GroupChoices {
  readonly groups: readonly DefaultChannelGroup[];
  readonly chosen: readonly number[];
}

/** What the last form shows beside what the person types. */
export interface AccountForm extends GroupChoices {
  readonly host: Host;
  readonly key: string;
  readonly email: string;
  readonly fullName: string;
}

/** Boxes to tick; nothing where there is nothing to choose from. */
export function groupChoices({ groups, chosen }: GroupChoices): string {
  if (groups.length === 0) return '';
  const choices = groups.map(
    ({ id, name, description }) =>
      `<label><input type="checkbox" name="group" value="${id}"${chosen.includes(id) ? ' checked' : ''}> ${escapeHtml(name)}<small>${escapeHtml(description)}</small></label>`,
  );
  return `<fieldset><legend>Channels about</legend>${choices.join('')}</fieldset>`;
}

/** Asks for name and password. */
export function accountPage(form: AccountForm, action: string, problem?: string): Page {
  return {
    title: `Join ${form.host.name}`,
    body: `${form.host.description}${alert(problem)}<form method="post" action="${action}"><input type="hidden" name="key" value="${escapeHtml(form.key)}">
<label>Your email address<input type="email" autocomplete="username" readonly value="${escapeHtml(form.email)}"></label>
<label>Your name<input name="full_name" autocomplete="name" required autofocus maxlength="${limits.fullNameCodePoints}" value="${escapeHtml(form.fullName)}"></label>
<label>A password<input name="password" type="password" autocomplete="new-password" required maxlength="${limits.passwordCharacters}"><small>${PASSWORD_HINT}</small></label>
${groupChoices(form)}<button>Create my account</button></form>`,
  };
}
