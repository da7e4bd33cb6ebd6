// A password that nobody guesses and that can be read out: letters and digits that are not taken for others, in groups.

const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A sign out of all of them, each as likely. */
function sign(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  // Bytes beyond the last whole round would make some signs likelier.
  return byte < 256 - (256 % SIGNS.length) ? SIGNS.charAt(byte % SIGNS.length) : sign();
}

/** About 99 bits. */
export function suggestedPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, sign).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
