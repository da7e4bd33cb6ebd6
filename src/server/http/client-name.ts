// Determines the name of the client: the name it states itself, or else its user agent without the version. The
// version begins at the first slash, parenthesis or digit. Digits in the first word belong to the name.

const MAX_LENGTH = 30;

/** Browsers count as the web client. */
const BROWSER = /^Mozilla\//;

/** The client's name from its `client` parameter or user agent; `Unspecified` without both. */
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
