// The parts of emails about missed messages and of weekly digests.

import type { ServerText } from '../../texts/server-texts.ts';
import { formatList } from './dates.ts';
import type { DigestTexts, MissedTexts } from './mail-texts.ts';

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
