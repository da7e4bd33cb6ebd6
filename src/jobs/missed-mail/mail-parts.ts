// The pieces of a mail about messages: headings, messages and links, each as text and as HTML; and what such mail may tell its
// reader.

import type { Account } from '../../model/accounts/account.ts';
import type { MailBlock, MessageBlock } from '../../model/outbox/mail.ts';
import { maySeeAccount } from '../../model/people/visibility.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';

export type HiddenBy = 'organization' | 'person' | undefined;

/** Who keeps the content of messages out of a person's mail. */
export function contentHiddenBy(state: OrganizationState, account: Account): HiddenBy {
  if (!state.organization.settings.message_content_allowed_in_email_notifications) return 'organization';
  return account.settings.message_content_in_email_notifications ? undefined : 'person';
}

function seenAccount(state: OrganizationState, viewer: Account, id: number): Account | undefined {
  const account = state.account(id);
  // The periods of subscription are not looked at: whom a guest knows is kept by itself.
  return account && maySeeAccount(state, viewer, account) ? account : undefined;
}

/** A person's name, as far as a reader may know it. */
export function nameOf(state: OrganizationState, viewer: Account, id: number): string {
  return seenAccount(state, viewer, id)?.fullName ?? 'Unknown user';
}

/** Who wrote a message, as far as its reader may know. */
export function senderOf(
  state: OrganizationState,
  viewer: Account,
  id: number,
): Pick<MessageBlock, 'senderId' | 'name'> {
  return { senderId: seenAccount(state, viewer, id)?.id, name: nameOf(state, viewer, id) };
}

/** One message as the mail shows it. */
export interface ShownMessage extends Omit<MessageBlock, 'kind'> {
  readonly text: string;
}

/** A part of the mail in both forms. */
export interface MailPart {
  readonly text: string;
  readonly block: MailBlock;
}

/** A remark. */
export function line(text: string): MailPart {
  return { text, block: { kind: 'text', text } };
}

/** What the mail wants to lead to. */
export function button(text: string, link: string): MailPart {
  return { text: `${text}\n${link}`, block: { kind: 'button', label: text.replace(/\s*:$/, ''), url: link } };
}

/** Small print, above what it leads to. */
export function note(text: string, link?: string): MailPart {
  const block = { kind: 'note', text: link === undefined ? text : text.replace(/\s*:$/, ''), link } as const;
  return { text: link === undefined ? text : `${text}\n${link}`, block };
}

/** A heading; its link is for the HTML part; in the text part it comes below what is said of the heading. */
export function heading(text: string, link?: string): MailPart {
  return { text, block: { kind: 'heading', text, link } };
}

/** What is said of a heading, in small print. */
export function said(text: string, link: string | undefined): MailPart {
  return { text: link === undefined ? text : `${text}\n${link}`, block: { kind: 'note', text } };
}

/** A message with who wrote it, and when. */
export function messagePart({ text, ...message }: ShownMessage): MailPart {
  const { name, moment } = message;
  return { text: `${name} (${moment}):\n${text}`, block: { kind: 'message', ...message } };
}
