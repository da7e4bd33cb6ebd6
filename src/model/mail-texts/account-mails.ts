// The emails about an account and its organization, and invitations to one.

import type { ServerText } from '../../texts/server-texts.ts';
import { formatTime } from './dates.ts';
import type { AccountMails, InvitationFacts, MailText } from './mail-texts.ts';

function invitation(
  text: ServerText,
  language: string,
  { inviter, organization, link, expiresAt, comment }: InvitationFacts,
): MailText['paragraphs'] {
  const sender = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    text('mail.invitation.text', { inviter: sender, organization: organization.name, url: organization.url }),
    ...(comment ? [text('mail.invitation.writes', { inviter: inviter.name }), comment] : []),
    { text: text('mail.invitation.create'), label: text('mail.invitation.createButton'), link },
    ...(expiresAt === undefined
      ? []
      : [text('mail.invitation.expires', { time: formatTime(language, expiresAt) })]),
    text('mail.invitation.unknown'),
  ];
}

/** An email that states what was requested for an address, followed by the result. */
function passwordMail(
  text: ServerText,
  { email, organization }: Parameters<AccountMails['passwordWithoutAccount']>[0],
  ...more: MailText['paragraphs']
): MailText {
  return {
    subject: text('mail.password.subject', { organization: organization.name }),
    paragraphs: [text('mail.password.requested', { email, url: organization.url }), ...more],
  };
}

/** The emails in a language. */
export function accountMails(text: ServerText, language: string): AccountMails {
  return {
    passwordReset: ({ link, ...facts }) =>
      passwordMail(
        text,
        facts,
        { text: text('mail.password.choose'), label: text('mail.password.chooseButton'), link },
        text('mail.password.expires'),
      ),
    passwordWithoutAccount: (facts) => passwordMail(text, facts, text('mail.password.noAccount')),
    passwordForDeactivated: (facts) => passwordMail(text, facts, text('mail.password.deactivated')),
    passwordInDirectory: ({ directoryName, ...facts }) =>
      passwordMail(text, facts, text('mail.password.inDirectory', { directory: directoryName })),
    emailChange: ({ organization: { name, url }, link }) => ({
      subject: text('mail.address.changeSubject', { organization: name }),
      paragraphs: [
        text('mail.address.change', { url }),
        { text: '', label: text('mail.address.changeButton'), link },
        text('mail.address.changeExpires'),
      ],
    }),
    emailConfirmation: ({ organization: { name, url }, link }) => ({
      subject: text('mail.address.confirmSubject', { organization: name }),
      paragraphs: [
        text('mail.address.confirm', { url }),
        { text: '', label: text('mail.address.confirmButton'), link },
        text('mail.address.confirmExpires'),
      ],
    }),
    accountDeactivated: ({ organizationName: organization, comment }) => ({
      subject: text('mail.deactivated.accountSubject', { organization }),
      paragraphs: [
        text('mail.deactivated.account', { organization }),
        ...(comment === '' ? [] : [text('mail.deactivated.comment'), comment]),
      ],
    }),
    organizationDeactivated: ({ organization: { name: organization, url } }) => ({
      subject: text('mail.deactivated.organizationSubject', { organization }),
      paragraphs: [text('mail.deactivated.organization', { organization, url })],
    }),
    invitation: (facts) => ({
      subject: text('mail.invitation.subject', {
        inviter: facts.inviter.name,
        organization: facts.organization.name,
      }),
      paragraphs: invitation(text, language, facts),
    }),
    invitationReminder: (facts) => ({
      subject: text('mail.invitation.reminderSubject', {
        inviter: facts.inviter.name,
        organization: facts.organization.name,
      }),
      paragraphs: [text('mail.invitation.reminder'), ...invitation(text, language, facts)],
    }),
  };
}
