// The parts of a mail about messages: headings, messages and links, each as text and as HTML. Also decides
// which content a mail may show.

import type { Account } from '../../model/accounts/account.ts';
import type { MailBlock, MessageBlock } from '../../model/outbox/mail.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';

export type HiddenBy = 'organization' | 'person' | undefined;

/** Which setting hides the content of messages in mail; undefined if none does. */
export function contentHiddenBy(state: OrganizationState, account: Account): HiddenBy {
  if (!state.organization.settings.message_content_allowed_in_email_notifications) return 'organization';
  return account.settings.message_content_in_email_notifications ? undefined : 'person';
}

function visibleAccount(state: OrganizationState, viewer: Account, id: number): Account | undefined {
  const account = state.account(id);
  // Subscription periods are not needed: the accounts that a guest knows are stored separately.
  return account && maySeeAccount(state, viewer, account) ? account : undefined;
}

/** An account's name, as far as the viewer may see it. */
export function nameOf(state: OrganizationState, viewer: Account, id: number): string {
  return visibleAccount(state, viewer, id)?.fullName ?? 'Unknown user';
}

/** The sender of a message, as far as the viewer may see it. */
export function senderOf(
  state: OrganizationState,
  viewer: Account,
  id: number,
): Pick<MessageBlock, 'senderId' | 'name'> {
  return { senderId: visibleAccount(state, viewer, id)?.id, name: nameOf(state, viewer, id) };
}

/** A message in a mail. */
export interface ShownMessage extends Omit<MessageBlock, 'kind'> {
  readonly text: string;
}

/** A part of a mail in both forms. */
export interface MailPart {
  readonly text: string;
  readonly block: MailBlock;
}

export function line(text: string): MailPart {
  return { text, block: { kind: 'text', text } };
}

/** The main link of a mail. */
export function button(text: string, link: string): MailPart {
  return { text: `${text}\n${link}`, block: { kind: 'button', label: text.replace(/\s*:$/, ''), url: link } };
}

/** Small print, followed by its link. */
export function note(text: string, link?: string): MailPart {
  const block = { kind: 'note', text: link === undefined ? text : text.replace(/\s*:$/, ''), link } as const;
  return { text: link === undefined ? text : `${text}\n${link}`, block };
}

/** A heading. Its link is for the HTML part; the text part has it below the heading's caption. */
export function heading(text: string, link?: string): MailPart {
  return { text, block: { kind: 'heading', text, link } };
}

/** A heading's caption, in small print. */
export function caption(text: string, link: string | undefined): MailPart {
  return { text: link === undefined ? text : `${text}\n${link}`, block: { kind: 'note', text } };
}

/** A message with its sender and time. */
export function messagePart({ text, ...message }: ShownMessage): MailPart {
  const { name, moment } = message;
  return { text: `${name} (${moment}):\n${text}`, block: { kind: 'message', ...message } };
}
