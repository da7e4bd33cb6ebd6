// The emails about joining: to people who want to sign up, and to people who just joined. Whether an address has an
// account must not be revealed to others, so every answer to a sign-up is an email.

import type { ServerText } from '../../texts/server-texts.ts';
import type { JoiningTexts } from './mail-texts.ts';

/** The emails in a language. */
export function joiningMails(text: ServerText): JoiningTexts {
  return {
    confirm: ({ organizationName: organization, url, link }) => ({
      subject: text('mail.joining.confirmSubject', { organization }),
      paragraphs: [
        text('mail.joining.confirm', { organization, url }),
        { text: text('mail.invitation.create'), label: text('mail.invitation.createButton'), link },
        text('mail.joining.confirmExpires'),
      ],
    }),
    hasAccount: ({ organizationName: organization, url, resetLink: link }) => ({
      subject: text('mail.joining.hasAccountSubject', { organization }),
      paragraphs: [
        text('mail.joining.hasAccount', { organization, url }),
        { text: text('mail.joining.hasAccountForgot'), label: text('mail.password.chooseButton'), link },
      ],
    }),
    hasUnconfirmedAccount: ({ organizationName: organization, url }) => ({
      subject: text('mail.joining.unconfirmedSubject', { organization }),
      paragraphs: [
        text('mail.joining.unconfirmed', { organization, url }),
        text('mail.joining.unconfirmedAdvice'),
      ],
    }),
    isDeactivated: ({ organizationName: organization, url }) => ({
      subject: text('mail.joining.deactivatedSubject', { organization }),
      paragraphs: [text('mail.joining.deactivated', { organization, url })],
    }),
    joined: ({ organizationName: organization, url, email }) => ({
      subject: text('mail.joining.joinedSubject', { organization }),
      paragraphs: [text('mail.joining.joined', { organization, url, email })],
    }),
  };
}
