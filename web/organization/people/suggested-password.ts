// Generates a password that is strong and easy to read aloud: unambiguous letters and digits, in groups.

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A uniformly random character. */
function character(): string {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  // Rejects bytes that would make some characters more likely.
  return byte < 256 - (256 % CHARACTERS.length) ? CHARACTERS.charAt(byte % CHARACTERS.length) : character();
}

/** About 99 bits of entropy. */
export function suggestedPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
