// What an integration says of a request that it cannot make a message of.

/** The request is not of the form that the service sends; the reason names the place. */
export class UnreadablePayload extends Error {
  constructor(reason = 'The payload is not of the expected form.') {
    super(reason);
  }
}

/** The service is known and the request is in order, but there are no words for this event. */
export class UnsupportedEvent extends Error {
  readonly event: string;

  constructor(event: string) {
    super(`There are no words for the event '${event}'.`);
    this.event = event;
  }
}

/** The header is missing in which the service names its event. */
export class MissingEventHeader extends Error {
  readonly header: string;

  constructor(header: string) {
    super(`The header ${header} is missing.`);
    this.header = header;
  }
}
