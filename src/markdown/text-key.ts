// The key under which a name, topic or address is unique: computed here and nowhere else, compared as bytes on
// both engines. Two texts are the same name when their full upper-case mappings, composed, are the same.

/** The key of a channel name, group name, topic or email address. Surrounding white space does not count. */
export function textKey(text: string): string {
  const trimmed = text.trim();
  // Most names are ASCII; the mapping of those needs no normalization.
  if (/^[\x20-\x7e]*$/.test(trimmed)) return trimmed.toUpperCase();
  return trimmed.normalize('NFC').toUpperCase().normalize('NFC');
}
