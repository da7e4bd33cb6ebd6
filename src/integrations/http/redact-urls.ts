// Texts of other programs for the log, which holds no addresses.

/**
 * A text in which words that hold an address are left out. Each word is looked at once: a pattern with a sign in the middle
 * of two runs of anything takes as many steps as the square of a word's length, and others choose the word.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const at = word.indexOf('@', 1);
    return at > 0 && at < word.length - 1 ? '…' : word;
  });
}
