// The name of the client that makes a request: what it says itself, else the first word of its user agent.

const MAX_LENGTH = 30;

/** Browsers stand for the web client. */
const BROWSER = /^Mozilla\//;

/** A client's name from its `client` parameter or its user agent; `Unspecified` when it tells neither. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  if (parameter) return parameter.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_LENGTH) || 'Unspecified';
  if (!userAgent) return 'Unspecified';
  if (BROWSER.test(userAgent)) return 'website';
  const word = /^[A-Za-z0-9_-]+/.exec(userAgent)?.[0];
  return word ? word.slice(0, MAX_LENGTH) : 'Unspecified';
}
