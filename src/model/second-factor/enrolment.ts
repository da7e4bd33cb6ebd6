// How a secret comes to an authenticator: as text to type, or in an address that its camera reads.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Longer names and addresses are cut, as they stand in the address, so that its picture stays readable for a camera. */
const LABEL_CHARACTERS = 120;

/** A secret as authenticators take it, typed (RFC 4648, base 32 without padding). */
export function secretText(secret: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of secret) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= 31;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

/** One of the two names of a label, between which a colon stands. */
function labelOf(text: string): string {
  let label = '';
  for (const sign of text.replaceAll(':', ' ').trim().toWellFormed()) {
    const longer = label + encodeURIComponent(sign);
    if (longer.length > LABEL_CHARACTERS) break;
    label = longer;
  }
  return label;
}

/** The address that an authenticator takes in place of the typed secret; it names organization and account in its list. */
export function authenticatorAddress(shownSecret: string, organizationName: string, email: string): string {
  const issuer = labelOf(organizationName);
  const account = labelOf(email);
  return `otpauth://totp/${issuer}:${account}?secret=${shownSecret}&issuer=${issuer}`;
}
