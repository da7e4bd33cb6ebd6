// The address a service is given for a bot's incoming webhook, limited to the selected events.

export interface WebhookAddress {
  readonly url: string;
  /** A shell command to test it. */
  readonly curl: string;
}

/** The address for a selection of events; undefined for all of them. */
export function withEvents(address: WebhookAddress, events: readonly string[] | undefined): WebhookAddress {
  if (events === undefined) return address;
  // An apostrophe would end the quotes in the shell command.
  const value = encodeURIComponent(JSON.stringify(events)).replaceAll("'", '%27');
  const url = `${address.url}&only_events=${value}`;
  return { url, curl: address.curl.replaceAll(`'${address.url}'`, () => `'${url}'`) };
}
