// The parts of emails about missed messages and of weekly digests, and the page that stops them.

import type { ServerText } from '../../texts/server-texts.ts';
import { formatList } from './dates.ts';
import type { DigestTexts, MissedTexts, UnsubscribeTexts } from './mail-texts.ts';

/** The parts of emails about missed messages, in a language. */
export function missedTexts(text: ServerText, language: string): MissedTexts {
  return {
    hiddenSubject: text('mail.missed.hiddenSubject'),
    resolved: text('mail.missed.resolved'),
    directSubject: (name) => text('mail.missed.directSubject', { name }),
    groupSubject: (names, others) => {
      const more = others === 0 ? [] : [text('mail.missed.groupOthers', { count: others })];
      return text('mail.missed.groupSubject', { names: formatList(language, [...names, ...more]) });
    },
    earlier: text('mail.missed.earlier'),
    newer: text('mail.missed.newer'),
    hidden: (count, by) =>
      by === 'organization'
        ? text('mail.missed.hiddenByOrganization', { count })
        : text('mail.missed.hiddenByPerson', { count }),
    omitted: (count) => text('mail.missed.omitted', { count }),
    view: (organization) => text('mail.missed.view', { organization }),
    replyByMail: text('mail.missed.replyByMail'),
    noReply: text('mail.missed.noReply'),
    reason: (reason) => text(`mail.missed.because.${reason}`),
    unsubscribe: text('mail.missed.unsubscribe'),
  };
}

/** The parts of a weekly digest, in a language. */
export function digestTexts(text: ServerText, language: string): DigestTexts {
  return {
    subject: (organization) => text('mail.digest.subject', { organization }),
    topics: text('mail.digest.topics'),
    senders: (names, others) => {
      const more = others === 0 ? [] : [text('mail.digest.others', { count: others })];
      return text('mail.digest.senders', { names: formatList(language, [...names, ...more]) });
    },
    channels: text('mail.digest.channels'),
    moreChannels: (count) => text('mail.digest.moreChannels', { count }),
    hidden: (by) =>
      by === 'organization' ? text('mail.digest.hiddenByOrganization') : text('mail.digest.hiddenByPerson'),
    open: (organization) => text('mail.digest.open', { organization }),
    reason: text('mail.digest.reason'),
  };
}

/** The page that the unsubscribe link leads to, in a language. */
export function unsubscribeTexts(text: ServerText, language: string): UnsubscribeTexts {
  return {
    title: text('mail.unsubscribe.title'),
    question: (reasons, organization) => {
      const names = reasons.map((reason) => text(`mail.unsubscribe.about.${reason}`));
      return text('mail.unsubscribe.question', { organization, reasons: formatList(language, names) });
    },
    button: text('mail.unsubscribe.button'),
    done: text('mail.unsubscribe.done'),
    invalid: text('mail.unsubscribe.invalid'),
  };
}
