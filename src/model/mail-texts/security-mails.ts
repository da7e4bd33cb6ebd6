// The emails that inform people of changes to their account. Each states what to do if the change was not theirs.

import type { ServerText } from '../../texts/server-texts.ts';
import { formatTime } from './dates.ts';
import type { SecurityTexts } from './mail-texts.ts';

/** The emails in a language. */
export function securityMails(text: ServerText, language: string): SecurityTexts {
  const notYou = () => text('mail.security.notYou');
  return {
    emailChanged: ({ organizationName: organization, newEmail: address }) => ({
      subject: text('mail.security.emailChangedSubject', { organization }),
      paragraphs: [
        text('mail.security.emailChanged', { organization, address }),
        text('mail.security.emailChangedNotYou'),
      ],
    }),
    passwordChanged: ({ organizationName: organization, email, hasBots }) => ({
      subject: text('mail.security.passwordChangedSubject', { organization }),
      paragraphs: [
        text('mail.security.passwordChanged', { organization, email }),
        notYou(),
        ...(hasBots ? [text('mail.security.botsKeepKeys')] : []),
      ],
    }),
    newApiKey: ({ organizationName: organization, email }) => ({
      subject: text('mail.security.newApiKeySubject', { organization }),
      paragraphs: [text('mail.security.newApiKey', { organization, email }), notYou()],
    }),
    newLogin: ({ organizationName: organization, email, program, address, at }) => ({
      subject: text('mail.security.newLoginSubject', { organization, program }),
      paragraphs: [
        text('mail.security.newLogin', { organization, email }),
        text('mail.security.newLoginFacts', { program, address, time: formatTime(language, at) }),
        notYou(),
        text('mail.security.canTurnOff'),
      ],
    }),
    identityLinked: ({ organizationName: organization, email, providerName: provider }) => ({
      subject: text('mail.security.identityLinkedSubject', { organization, provider }),
      paragraphs: [
        text('mail.security.identityLinked', { organization, email, provider }),
        text('mail.security.identityLinkedNotYou'),
      ],
    }),
    secondFactorOn: ({ organizationName: organization, email }) => ({
      subject: text('mail.security.secondFactorOnSubject', { organization }),
      paragraphs: [
        text('mail.security.secondFactorOn', { organization, email }),
        text('mail.security.secondFactorOnNotYou'),
      ],
    }),
    secondFactorOff: ({ organizationName: organization, email }) => ({
      subject: text('mail.security.secondFactorOffSubject', { organization }),
      paragraphs: [
        text('mail.security.secondFactorOff', { organization, email }),
        text('mail.security.secondFactorOffNotYou'),
      ],
    }),
    passkeyAdded: ({ organizationName: organization, email, name }) => ({
      subject: text('mail.security.passkeyAddedSubject', { organization }),
      paragraphs: [
        text('mail.security.passkeyAdded', { organization, email, name }),
        text('mail.security.passkeyAddedNotYou'),
      ],
    }),
    passkeyRemoved: ({ organizationName: organization, email, name }) => ({
      subject: text('mail.security.passkeyRemovedSubject', { organization }),
      paragraphs: [text('mail.security.passkeyRemoved', { organization, email, name }), notYou()],
    }),
    authenticatorRemoved: ({ organizationName: organization, email }) => ({
      subject: text('mail.security.authenticatorRemovedSubject', { organization }),
      paragraphs: [text('mail.security.authenticatorRemoved', { organization, email }), notYou()],
    }),
    codesTried: ({ organizationName: organization, email }) => ({
      subject: text('mail.security.codesTriedSubject', { organization }),
      paragraphs: [
        text('mail.security.codesTried', { organization, email }),
        text('mail.security.codesTriedNotYou'),
      ],
    }),
  };
}
