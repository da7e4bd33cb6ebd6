// Errors for requests that a webhook service cannot turn into messages.

/** The request does not have the form that the service sends; the reason names the path. */
export class UnreadablePayloadError extends Error {
  constructor(reason = 'The payload does not have the expected format.') {
    super(reason);
  }
}

/** The request is valid, but this event of the service is not supported. */
export class UnsupportedEventError extends Error {
  readonly event: string;

  constructor(event: string) {
    super(`The event '${event}' is not supported.`);
    this.event = event;
  }
}

/** The header in which the service names its event is missing. */
export class MissingEventHeaderError extends Error {
  readonly header: string;

  constructor(header: string) {
    super(`The header ${header} is missing.`);
    this.header = header;
  }
}
