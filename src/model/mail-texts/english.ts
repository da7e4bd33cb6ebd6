// The emails in English, also used for every language without texts of its own.

import { formatList, formatTime } from './dates.ts';
import { englishDigest } from './digest.ts';
import { englishJoining } from './joining.ts';
import type { InvitationFacts, MailOrganization, MailReason, MailText, MailTexts } from './mail-texts.ts';
import { englishSecurity } from './security/english.ts';

const locale = 'en-US';

function resetRequested(email: string, { url }: MailOrganization): string {
  return `Someone requested a new password for ${email} on ${url}.`;
}

function passwordSubject({ name }: MailOrganization): string {
  return `Password reset request for ${name}`;
}

function invitation({
  inviter,
  organization,
  link,
  expiresAt,
  comment,
}: InvitationFacts): MailText['paragraphs'] {
  const who = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    `${who} invites you to join ${organization.name}, a team chat at ${organization.url}.`,
    ...(comment ? [`${inviter.name} writes:`, comment] : []),
    { text: 'Create your account here:', label: 'Create your account', link },
    ...(expiresAt === undefined ? [] : [`This link expires on ${formatTime(locale, expiresAt)}.`]),
    'If you do not know this person, you can ignore this email.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'direct messages',
  mention: 'messages that mention you',
  followed: 'messages in topics that you follow',
  channel: 'messages in this channel',
  digest: 'what happened while you were away',
};

/** The reasons as named on the page that the email links to. */
const unsubscribedReasons = { ...reasons, channel: 'messages in the channel of that email' };

export const english: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Choose a new password here:', label: 'Choose a new password', link },
      'This link works once and expires in one day. If you did not request this, you can ignore this email.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'No account there uses this address.'],
  }),
  passwordForDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Your account there is deactivated.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `You log in with your ${directoryName} password. You can only change it there.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Confirm your new email address for ${organization.name}`,
    paragraphs: [
      `Confirm this address to use it for your account at ${organization.url}:`,
      { text: '', label: 'Confirm the new address', link },
      'This link expires in one day. If you did not request this, you can ignore this email.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Confirm your email address for ${organization.name}`,
    paragraphs: [
      `An account at ${organization.url} uses this address. If it is yours, log in and confirm the address here:`,
      { text: '', label: 'Confirm the address', link },
      'This link expires in one day. If you have no account there, you can ignore this email.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Your account on ${organizationName} was deactivated`,
    paragraphs: [
      `Your account on ${organizationName} was deactivated. You can no longer log in.`,
      ...(comment === '' ? [] : ['Comment from the administrators:', comment]),
    ],
  }),
  organizationDeactivated: ({ organization: { name, url } }) => ({
    subject: `${name} was deactivated`,
    paragraphs: [`The organization ${name} at ${url} was deactivated. No one can log in to it anymore.`],
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
      `Group DMs with ${formatList(locale, others > 0 ? [...names, `${others} ${others === 1 ? 'other' : 'others'}`] : names)}`,
    earlier: 'Earlier in this topic:',
    newer: 'New:',
    hidden: (count, by) => {
      const what = count === 1 ? 'a new message' : `${count} new messages`;
      const why =
        by === 'organization'
          ? 'your organization does not include message content in emails'
          : 'you turned off message content in emails';
      return `You have ${what}. The content is hidden because ${why}.`;
    },
    omitted: (count) => `${count} more ${count === 1 ? 'message is' : 'messages are'} not shown here.`,
    view: (name) => `View or reply in ${name}:`,
    replyByMail: 'You can also reply to this email. Your reply is posted to the conversation.',
    noReply: 'Replies to this email are not read.',
    reason: (reason) =>
      `You get this email because you are notified about ${reasons[reason]} while you are away.`,
    unsubscribe: 'Stop these emails:',
  },
  digest: englishDigest,
  unsubscribe: {
    title: 'Email notifications',
    question: (given, name) =>
      `Stop emails from ${name} about ${formatList(
        locale,
        given.map((reason) => unsubscribedReasons[reason]),
      )}?`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed. You can turn these emails on again in your settings.',
    invalid: 'This link is not valid. You can change your notifications in your settings.',
  },
};
