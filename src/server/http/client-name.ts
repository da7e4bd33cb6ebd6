// The name of the client that makes a request: what it says itself, else its user agent up to the
// version: the first word, and what follows it before a digit, a slash or a parenthesis.

const MAX_LENGTH = 30;

/** Browsers stand for the web client. */
const BROWSER = /^Mozilla\//;

/** A client's name from its `client` parameter or its user agent; `Unspecified` when it tells neither. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  if (parameter) return parameter.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_LENGTH) || 'Unspecified';
  if (!userAgent) return 'Unspecified';
  if (BROWSER.test(userAgent)) return 'website';
  const name = /^[^/ ]*[^0-9/(]*/.exec(userAgent)?.[0] ?? '';
  return (
    name
      .replace(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, MAX_LENGTH) || 'Unspecified'
  );
}
