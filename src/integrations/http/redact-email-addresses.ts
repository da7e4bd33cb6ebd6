// Removes email addresses from the errors of other programs before they are logged.

/**
 * Replaces each word that contains an email address. Each word is scanned once: a pattern with a character between
 * two unbounded runs takes quadratic time in the word's length, and the text is untrusted.
 */
export function redactEmailAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const at = word.indexOf('@', 1);
    return at > 0 && at < word.length - 1 ? '…' : word;
  });
}
