// Computes the key that makes a name, topic or address unique, and that both engines compare as bytes. Keys are
// computed nowhere else. Two texts are the same name if their full upper-case mappings, composed, are the same.

/** The key of a channel name, group name, topic or email address. Surrounding white space is ignored. */
export function textKey(text: string): string {
  const trimmed = text.trim();
  // Most names are ASCII, whose mapping needs no normalization.
  if (/^[\x20-\x7e]*$/.test(trimmed)) return trimmed.toUpperCase();
  return trimmed.normalize('NFC').toUpperCase().normalize('NFC');
}
