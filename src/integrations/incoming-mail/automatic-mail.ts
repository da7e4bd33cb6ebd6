// Detects mail that programs and servers send about other mail: absence notes, delivery reports and receipts.
// It is accepted but not posted. Rejecting it would make the delivering mail server send another report, and
// so on. Alerts and reports that a program sends on its own (`Auto-Submitted: auto-generated`) are posted.

import { namesOwnMail } from '../mail/message-id.ts';
import type { MailHeader } from './loops.ts';

/** The part of a mail that shows whether a person or a program sent it. */
export interface MailOrigin {
  readonly headers: readonly MailHeader[];
  /** `Name <address>`. */
  readonly from: string;
  readonly subject: string;
}

/** The senders of mail servers' own mail. */
const MAIL_SERVER = /(?:^|<)(?:mailer-daemon|mail-daemon)@/i;
/**
 * Reports about a mail. Reports about a domain's mail (DMARC, TLS) or about abuse are posted, since people
 * want to read them.
 */
const REPORT = /^multipart\/report\b/i;
const REPORT_ON_MAIL = /\breport-type\s*=\s*"?(?:delivery-status|disposition-notification)\b/i;
const REPORT_TYPE = /\breport-type\s*=/i;
/** The beginning of the subject of Exchange's absence notes, which are marked `auto-generated`. */
const ABSENCE_SUBJECT =
  /^(?:automatic reply|auto(?:-| )?reply|out of (?:the )?office(?: auto(?:-| )?reply)?|automatische antwort|abwesend|abwesenheitsnotiz|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|automatisch antwoord)\s*:/iu;

function headerValue(headers: readonly MailHeader[], name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value.trim();
}

/** Whether a program sent the mail. Only people's replies are posted to a conversation. */
export function isAutomatic(headers: readonly MailHeader[]): boolean {
  return !/^no\b/i.test(headerValue(headers, 'auto-submitted') ?? 'no');
}

function isReport({ headers, from }: MailOrigin): boolean {
  const type = headerValue(headers, 'content-type') ?? '';
  if (REPORT.test(type) && (REPORT_ON_MAIL.test(type) || !REPORT_TYPE.test(type))) return true;
  return headerValue(headers, 'x-failed-recipients') !== undefined || MAIL_SERVER.test(from);
}

function isAutomaticReply({ headers, subject }: MailOrigin): boolean {
  const value = (name: string) => headerValue(headers, name) ?? '';
  if (/^auto-replied\b/i.test(value('auto-submitted'))) return true;
  if (/^auto[_-]?reply$/i.test(value('precedence'))) return true;
  const marks = ['x-autoreply', 'x-autoreply-from', 'x-autorespond', 'x-auto-reply', 'x-mail-autoreply'];
  if (marks.some((name) => !/^(?:no|false|)$/i.test(value(name)))) return true;
  if (!isAutomatic(headers)) return false;
  return namesOwnMail(value('in-reply-to')) || ABSENCE_SUBJECT.test(subject.trim());
}

/**
 * Why an accepted mail is not posted; undefined if it is posted.
 * @param envelopeFrom the SMTP envelope's sender; empty for mail that must not be answered
 */
export function automaticReason(mail: MailOrigin, envelopeFrom: string): string | undefined {
  if (isReport(mail)) return 'it is a report about another email';
  if (isAutomaticReply(mail)) return 'it is an automatic reply';
  const returnPath = headerValue(mail.headers, 'return-path');
  if (envelopeFrom === '' || (returnPath !== undefined && /^<?\s*>?$/.test(returnPath)))
    return 'it has no sender';
  return undefined;
}
