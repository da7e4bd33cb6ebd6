// Computes the length of a text in UTF-8 without encoding it: this runs in browsers as well as on Node.js.

/** Whether a text needs more than `bytes` bytes in UTF-8. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  // A UTF-16 unit needs at most three bytes.
  if (text.length * 3 <= bytes) return false;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isSurrogate = unit >= 0xd800 && unit < 0xe000;
    // Two surrogates are one character of four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
  }
  return length > bytes;
}
