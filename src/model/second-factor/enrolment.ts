// Passes the secret of an authenticator to the user: as text to type, or in a URL that a camera reads as a QR code.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Longer names and addresses are cut in their encoded form, so that the QR code stays small enough for a camera. */
const LABEL_CHARACTERS = 120;

/** A secret as users type it into an authenticator (RFC 4648, base 32 without padding). */
export function secretText(secret: Buffer): string {
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of secret) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
    buffer &= 31;
  }
  return bits > 0 ? text + ALPHABET[(buffer << (5 - bits)) & 31] : text;
}

/** One of the two names in a label, which are separated by a colon. */
function labelOf(text: string): string {
  let label = '';
  for (const character of text.replaceAll(':', ' ').trim().toWellFormed()) {
    const longerLabel = label + encodeURIComponent(character);
    if (longerLabel.length > LABEL_CHARACTERS) break;
    label = longerLabel;
  }
  return label;
}

/** The URL that replaces typing the secret; its names appear in the authenticator's list. */
export function authenticatorUrl(shownSecret: string, organizationName: string, email: string): string {
  const issuer = labelOf(organizationName);
  const account = labelOf(email);
  return `otpauth://totp/${issuer}:${account}?secret=${shownSecret}&issuer=${issuer}`;
}
