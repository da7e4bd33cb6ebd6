// The pieces of a mail about messages: headings, messages and links, each as text and as HTML; and what such mail may tell its
// reader.

import type { Account } from '../../model/accounts/account.ts';
import { escapeHtml } from '../../model/html-text.ts';
import { maySeeAccount } from '../../model/people/visibility.ts';
import type { OrganizationState } from '../../sight/state/organization-state.ts';

export type HiddenBy = 'organization' | 'person' | undefined;

/** Who keeps the content of messages out of a person's mail. */
export function contentHiddenBy(state: OrganizationState, account: Account): HiddenBy {
  if (!state.organization.settings.message_content_allowed_in_email_notifications) return 'organization';
  return account.settings.message_content_in_email_notifications ? undefined : 'person';
}

/** Somebody's name, as far as a reader may know it. */
export function nameOf(state: OrganizationState, viewer: Account, id: number): string {
  const account = state.account(id);
  // The periods of subscription are not looked at: whom a guest knows is kept by itself.
  const isSeen = account && maySeeAccount(state, viewer, account);
  return isSeen ? account.fullName : 'Unknown user';
}

/** One message as the mail shows it. */
export interface ShownMessage {
  readonly name: string;
  readonly moment: string;
  readonly text: string;
  readonly html: string;
}

/** A part of the mail in both forms. */
export interface MailPart {
  readonly text: string;
  readonly html: string;
}

/** A remark, above what it leads to. */
export function line(text: string, link?: string): MailPart {
  if (link === undefined) return { text, html: `<p style="color:#666">${escapeHtml(text)}</p>` };
  const url = escapeHtml(link);
  return {
    text: `${text}\n${link}`,
    html: `<p style="color:#666">${escapeHtml(text)}<br><a href="${url}">${url}</a></p>`,
  };
}

/** A heading. */
export function heading(text: string): MailPart {
  return { text, html: `<p><b>${escapeHtml(text)}</b></p>` };
}

/** A message with who wrote it, and when. */
export function messagePart({ name, moment, text, html }: ShownMessage): MailPart {
  const head = `<b>${escapeHtml(name)}</b> <span style="color:#666">${escapeHtml(moment)}</span>`;
  return { text: `${name} (${moment}):\n${text}`, html: `<p>${head}</p>\n<div>${html}</div>` };
}
