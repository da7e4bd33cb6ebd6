// The address that another service is given for a bot, with what the server leaves to whoever asks: which of the events
// become messages.

export interface Address {
  readonly url: string;
  /** A line for the shell that tries it. */
  readonly curl: string;
}

/** The address for some of the events alone; undefined for all of them. */
export function withEvents(address: Address, events: readonly string[] | undefined): Address {
  if (events === undefined) return address;
  // An apostrophe would end the quotes of the line for the shell.
  const value = encodeURIComponent(JSON.stringify(events)).replaceAll("'", '%27');
  const url = `${address.url}&only_events=${value}`;
  return { url, curl: address.curl.replaceAll(`'${address.url}'`, () => `'${url}'`) };
}
