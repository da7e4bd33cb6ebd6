// Errors for requests that a webhook service cannot turn into messages.

import { CodedError } from '../../errors/coded-error.ts';

/** The request does not have the form that the service sends; the reason names the path. */
export class UnreadablePayloadError extends CodedError {
  constructor(reason = 'The payload does not have the expected format.') {
    super('PAYLOAD_UNREADABLE', reason);
  }
}

/** The request is valid, but this event of the service is not supported. */
export class UnsupportedEventError extends CodedError {
  readonly event: string;

  constructor(event: string) {
    super('EVENT_UNSUPPORTED', `The event '${event}' is not supported.`);
    this.event = event;
  }
}

/** The header in which the service names its event is missing. */
export class MissingEventHeaderError extends CodedError {
  readonly header: string;

  constructor(header: string) {
    super('EVENT_HEADER_MISSING', `The header ${header} is missing.`);
    this.header = header;
  }
}
