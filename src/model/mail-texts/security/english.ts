// The emails that inform people of changes to their account, in English. Each states what to do if the change
// was not theirs.

import { formatTime } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const englishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `The email address of your account on ${organizationName} was changed`,
    paragraphs: [
      `The email address of your account on ${organizationName} is now ${newEmail} instead of this one.`,
      'If this was not you, tell your administrators now. The new address can be used to reset your password.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Your password on ${organizationName} was changed`,
    paragraphs: [
      `The password of your account ${email} on ${organizationName} was changed.`,
      'If this was not you, reset your password now and tell your administrators.',
      ...(hasBots
        ? [
            'Your bots keep their API keys. If someone else had access to your account, replace the keys in your settings.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Your API key on ${organizationName} was replaced`,
    paragraphs: [
      `Your account ${email} on ${organizationName} has a new API key. Apps that use the old one must log in again.`,
      'If this was not you, reset your password now and tell your administrators.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `New login to ${organizationName} from ${program}`,
    paragraphs: [
      `Your account ${email} on ${organizationName} was used with a new device or network:`,
      `App: ${program}\nIP address: ${address}\nTime: ${formatTime('en-US', at)}`,
      'If this was not you, reset your password now and tell your administrators.',
      'You can turn these emails off in your settings.',
    ],
  }),
  identityLinked: ({ organizationName, email, providerName }) => ({
    subject: `You can now log in to ${organizationName} with ${providerName}`,
    paragraphs: [
      `Someone logged in to your account ${email} on ${organizationName} with ${providerName} for the first time. You can now log in with this ${providerName} account.`,
      'If this was not you, reset your password now and tell your administrators. The reset also removes this way to log in.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `Two-factor authentication is on for your account on ${organizationName}`,
    paragraphs: [
      `Two-factor authentication was turned on for your account ${email} on ${organizationName}. Logging in with your password now also requires a code from your authenticator app. Browsers and apps that are logged in stay logged in.`,
      'If this was not you, tell your administrators now, who can turn it off, and reset your password.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `Two-factor authentication is off for your account on ${organizationName}`,
    paragraphs: [
      `Two-factor authentication was turned off for your account ${email} on ${organizationName}. You now log in with your password only.`,
      'If neither you nor an administrator did this, reset your password now and tell your administrators.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `A passkey was added to your account on ${organizationName}`,
    paragraphs: [
      `The passkey “${name}” was added to your account ${email} on ${organizationName}. Logging in with your password now also requires this passkey or another second factor. Browsers and apps that are logged in stay logged in.`,
      'If this was not you, tell your administrators now, who can remove it, and reset your password.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `A passkey was removed from your account on ${organizationName}`,
    paragraphs: [
      `The passkey “${name}” was removed from your account ${email} on ${organizationName}. You can still log in with your other second factor.`,
      'If this was not you, reset your password now and tell your administrators.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `Your authenticator app was removed from your account on ${organizationName}`,
    paragraphs: [
      `The authenticator app was removed from your account ${email} on ${organizationName}. You can still log in with your passkeys.`,
      'If this was not you, reset your password now and tell your administrators.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Someone is guessing codes for your account on ${organizationName}`,
    paragraphs: [
      `Someone who knows the password of your account ${email} on ${organizationName} has entered many wrong authenticator codes. Authenticator codes are blocked for now. Recovery codes and passkeys still work.`,
      'If this was not you, reset your password now and tell your administrators. After the reset, your codes work again.',
    ],
  }),
};
