// How a mail is refused over SMTP: a status, an enhanced code and a reason. What is temporary comes again.

import { ApiError } from '../../api-contract/error.ts';

/** Thrown where a mail is not taken; its message is what the sender is told. */
export class MailRefusal extends Error {
  readonly responseCode: number;
  /** The reason alone, for the log. */
  readonly reason: string;

  constructor(responseCode: number, enhancedCode: string, prefix: string, reason: string) {
    super(`${enhancedCode} ${prefix}${prefix && reason ? ': ' : ''}${reason}`);
    this.responseCode = responseCode;
    this.reason = reason || prefix;
  }
}

/** Nothing takes mail under this address. */
export function badDestination(reason: string): MailRefusal {
  return new MailRefusal(550, '5.1.1', 'Bad destination mailbox address', reason);
}

/** The sender may not post there. */
export function permissionDenied(reason: string): MailRefusal {
  return new MailRefusal(550, '5.7.1', 'Permission denied', reason);
}

/** The status of a rate limit. */
export const RATE_LIMITED = 450;

/** Too much was sent for now. The status is a temporary one, so that mail servers keep the mail and try again. */
export function rateLimited(reason: string): MailRefusal {
  return new MailRefusal(RATE_LIMITED, '4.7.1', '', reason);
}

/** The mail, or its header, takes more bytes than are read. */
export function tooLarge(reason: string): MailRefusal {
  return new MailRefusal(552, '5.3.4', '', reason);
}

/** Nothing in the mail can be made a message. */
export function unusable(reason: string): MailRefusal {
  return new MailRefusal(554, '5.6.0', '', reason);
}

/** The mail would go round for ever. */
export function loop(reason: string): MailRefusal {
  return new MailRefusal(554, '5.4.6', 'Mail loop', reason);
}

const TOO_MANY = 429;

/** Whether a refusal is for now alone: the server has too much to do, or trouble. */
export function isPassing({ status }: ApiError): boolean {
  return status >= 500 || status === TOO_MANY;
}

/** What a sender is told of an error: what the rules refuse is final, trouble of the server passes. */
export function refusalOf(error: unknown, final: (reason: string) => MailRefusal): MailRefusal {
  if (error instanceof MailRefusal) return error;
  if (error instanceof ApiError && error.status === TOO_MANY) return rateLimited(error.message);
  if (error instanceof ApiError && !isPassing(error)) return final(error.message);
  return new MailRefusal(451, '4.3.0', '', 'Server error, try again later.');
}
