// The mails in English, also used for every language without texts of its own.

import { listIn, momentIn } from './dates.ts';
import { englishDigest } from './digest.ts';
import { englishJoining } from './joining.ts';
import type { Invitation, MailReason, MailText, MailTexts, OrganizationNamed } from './mail-texts.ts';
import { englishSecurity } from './security/english.ts';

const locale = 'en-US';

function resetRequested(email: string, { url }: OrganizationNamed): string {
  return `Somebody (possibly you) requested a new password for the account ${email} on ${url}.`;
}

function passwordSubject({ name }: OrganizationNamed): string {
  return `Password reset request for ${name}`;
}

function invitation({ inviter, organization, link, expiresAt, comment }: Invitation): MailText['paragraphs'] {
  const who = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    `${who} wants you to join them on ${organization.name}, a team chat at ${organization.url}.`,
    ...(comment ? [`${inviter.name} writes:`, comment] : []),
    { text: 'Create your account here:', label: 'Create your account', link },
    ...(expiresAt === undefined ? [] : [`The link works until ${momentIn(locale, expiresAt)}.`]),
    'If you do not know who this is, nothing needs to be done.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'direct messages',
  mention: 'messages that mention you',
  followed: 'messages in topics that you follow',
  channel: 'messages in this channel',
  digest: 'what happened while you were away',
};

export const english: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Choose a new one here:', label: 'Choose a new password', link },
      'The link works once, for one day. If you did not ask for it, nothing needs to be done.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'There is no account with this address there.'],
  }),
  passwordOfDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Your account there has been deactivated.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Your password is that of ${directoryName}: it can be changed only there.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Verify your new email address for ${organization.name}`,
    paragraphs: [
      `Somebody asked to use this address for an account at ${organization.url}. If that was you, confirm it:`,
      { text: '', label: 'Confirm the new address', link },
      'The link works for one day.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Confirm your email address for ${organization.name}`,
    paragraphs: [
      `An account at ${organization.url} has this address. If it is yours, log in to it and confirm the address here:`,
      { text: '', label: 'Confirm the address', link },
      'The link works for one day. If you have no account there, do nothing.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Notification of account deactivation on ${organizationName}`,
    paragraphs: [
      `Your account on ${organizationName} has been deactivated, and you will no longer be able to log in.`,
      ...(comment === '' ? [] : ['The administrators provided the following comment:', comment]),
    ],
  }),
  organizationDeactivated: ({ organization: { name, url } }) => ({
    subject: `${name} was deactivated`,
    paragraphs: [`The organization ${name} at ${url} was deactivated. Nobody can log in to it any more.`],
  }),
  invitation: (facts) => ({
    subject: `${facts.inviter.name} has invited you to join ${facts.organization.name}`,
    paragraphs: invitation(facts),
  }),
  invitationReminder: (facts) => ({
    subject: `Reminder: ${facts.inviter.name} has invited you to join ${facts.organization.name}`,
    paragraphs: ['This invitation is still waiting for you.', ...invitation(facts)],
  }),
  security: englishSecurity,
  joining: englishJoining,
  missed: {
    hiddenSubject: 'New messages',
    resolved: 'resolved',
    directSubject: (name) => `DMs with ${name}`,
    groupSubject: (names, others) =>
      `Group DMs with ${listIn(locale, others > 0 ? [...names, `${others} ${others === 1 ? 'other' : 'others'}`] : names)}`,
    earlier: 'Earlier in this topic:',
    newer: 'New:',
    hidden: (count, by) => {
      const what = count === 1 ? 'a new message' : `${count} new messages`;
      const why =
        by === 'organization'
          ? 'your organization does not allow the content of messages in mail'
          : 'your settings keep the content of messages out of mail';
      return `You have ${what}. It is not shown here, since ${why}.`;
    },
    more: (count) => `${count} more ${count === 1 ? 'message is' : 'messages are'} not shown here.`,
    view: (name) => `View or reply in ${name}:`,
    replyByMail: 'You can also answer this mail: what you write is sent into the conversation.',
    noReply: 'Nobody reads answers to this mail.',
    because: (reason) => `You get this mail because you are told of ${reasons[reason]} while you are away.`,
    stop: 'No more such mails:',
  },
  digest: englishDigest,
  unsubscribe: {
    title: 'Email notifications',
    question: (given, name) =>
      `Stop emails from ${name} about ${listIn(
        locale,
        given.map((reason) => reasons[reason]),
      )}?`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed. You can turn these emails on again in your settings.',
    invalid: 'This link is not valid. You can change your notifications in your settings.',
  },
};
