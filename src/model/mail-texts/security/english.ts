// The mails that inform people of changes to their account, in English. Each states what to do if the change
// was not theirs.

import { momentIn } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const englishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `The address of your account on ${organizationName} was changed`,
    paragraphs: [
      `Your account on ${organizationName} now has the address ${newEmail} instead of this one.`,
      'If that was not you, tell the administrators at once: whoever did it can have your password set anew.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Your password on ${organizationName} was changed`,
    paragraphs: [
      `The password of your account ${email} on ${organizationName} was changed.`,
      'If that was not you, set a new one at once with “forgot password”, and tell the administrators.',
      ...(hasBots
        ? [
            'Your bots keep their API keys. If somebody else was in your account, give each bot a new one in the settings.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Your API key on ${organizationName} was replaced`,
    paragraphs: [
      `The account ${email} on ${organizationName} has a new API key; programs that use the old one must log in again.`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `New login to ${organizationName} from ${program}`,
    paragraphs: [
      `Somebody (probably you) has logged in to your account ${email} on ${organizationName} in a way that was not seen before:`,
      `Program: ${program}\nAddress: ${address}\nTime: ${momentIn('en-US', at)}`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
      'These mails can be switched off in your settings.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `New way to log in to ${organizationName}: ${providerName}`,
    paragraphs: [
      `Somebody (probably you) has signed in to your account ${email} on ${organizationName} with ${providerName} for the first time. From now on that account at ${providerName} opens yours.`,
      'If that was not you, set a new password at once with “forgot password”, which ends it, and tell the administrators.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `An authenticator protects your account on ${organizationName}`,
    paragraphs: [
      `Two-factor log-in was switched on for your account ${email} on ${organizationName}: whoever logs in with its password is asked for a code of an authenticator too. Browsers and programs that are logged in stay so.`,
      'If that was not you, tell the administrators at once, who can switch it off, and set a new password with “forgot password”.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `No second factor protects your account on ${organizationName} any longer`,
    paragraphs: [
      `Two-factor log-in was switched off for your account ${email} on ${organizationName}: the password alone logs in.`,
      'If neither you nor an administrator at your wish did that, set a new password at once with “forgot password”, and tell the administrators.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `A passkey was added to your account on ${organizationName}`,
    paragraphs: [
      `The passkey “${name}” was added to your account ${email} on ${organizationName}: whoever logs in with its password is asked for a second factor, and this passkey is one. Browsers and programs that are logged in stay so.`,
      'If that was not you, tell the administrators at once, who can remove it, and set a new password with “forgot password”.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `A passkey of your account on ${organizationName} was removed`,
    paragraphs: [
      `The passkey “${name}” does not open your account ${email} on ${organizationName} any longer. Your other second factor still does.`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `The authenticator of your account on ${organizationName} was removed`,
    paragraphs: [
      `Codes of an authenticator do not open your account ${email} on ${organizationName} any longer. Your passkeys still do.`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Somebody tries codes of your account on ${organizationName}`,
    paragraphs: [
      `Somebody who knows the password of your account ${email} on ${organizationName} has typed many wrong codes of its authenticator. For now no code is taken, but recovery codes and passkeys are.`,
      'If that was not you, set a new password at once with “forgot password”, after which your codes count again, and tell the administrators.',
    ],
  }),
};
