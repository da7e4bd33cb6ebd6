// SMTP errors for a mail: a status, an enhanced code and a reason. After a temporary error the mail is sent again.

import { ApiError } from '../../api-contract/error.ts';
import { CodedError } from '../../errors/coded-error.ts';

/** The error for a mail that is not accepted; the message is sent to the delivering server. */
export class MailError extends CodedError {
  readonly responseCode: number;
  /** The reason without codes, for the log. */
  readonly reason: string;

  constructor(responseCode: number, enhancedCode: string, prefix: string, reason: string) {
    super('MAIL_REFUSED', `${enhancedCode} ${prefix}${prefix && reason ? ': ' : ''}${reason}`);
    this.responseCode = responseCode;
    this.reason = reason || prefix;
  }
}

/** The address accepts no mail. */
export function badDestination(reason: string): MailError {
  return new MailError(550, '5.1.1', 'Bad destination mailbox address', reason);
}

/** The sender may not post there. */
export function permissionDenied(reason: string): MailError {
  return new MailError(550, '5.7.1', 'Permission denied', reason);
}

/** The status of a rate limit. */
export const RATE_LIMITED = 450;

/** Rate limited. The status is temporary, so that mail servers keep the mail and try again. */
export function rateLimited(reason: string): MailError {
  return new MailError(RATE_LIMITED, '4.7.1', '', reason);
}

/** The mail or its header is too large. */
export function tooLarge(reason: string): MailError {
  return new MailError(552, '5.3.4', '', reason);
}

/** No message can be made of the mail. */
export function unusable(reason: string): MailError {
  return new MailError(554, '5.6.0', '', reason);
}

/** The mail is in a loop. */
export function loop(reason: string): MailError {
  return new MailError(554, '5.4.6', 'Mail loop', reason);
}

const TOO_MANY = 429;

/** Whether an error is temporary: a rate limit or a failure of the server. */
export function isTemporary({ status }: ApiError): boolean {
  return status >= 500 || status === TOO_MANY;
}

/** Converts an error to an SMTP error: errors of the caller are final, failures of the server are temporary. */
export function mailErrorOf(error: unknown, final: (reason: string) => MailError): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof ApiError && error.status === TOO_MANY) return rateLimited(error.message);
  if (error instanceof ApiError && !isTemporary(error)) return final(error.message);
  return new MailError(451, '4.3.0', '', 'Server error, try again later.');
}
