// Reads the elements of which WebM files consist: an id, a size and a content.

export const EBML = 0x1a45dfa3;
export const SEGMENT = 0x18538067;
export const CLUSTER = 0x1f43b675;

export interface Element {
  readonly id: number;
  /** Where the number that states its size begins. */
  readonly sizeAt: number;
  readonly contentAt: number;
  /** Undefined while it is being written: it ends where the file does. */
  readonly size: number | undefined;
}

/** A number of variable length; its first byte tells how many bytes it has. */
export function readNumber(bytes: Uint8Array, at: number, keepsMarker: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = (first & (0xff >> length)) === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

export function readElement(bytes: Uint8Array, at: number): Element | undefined {
  const id = readNumber(bytes, at, true);
  if (!id || id.length > 4) return undefined;
  const size = readNumber(bytes, at + id.length, false);
  if (!size || !(size.isUnknown || Number.isSafeInteger(size.value))) return undefined;
  return {
    id: id.value,
    sizeAt: at + id.length,
    contentAt: at + id.length + size.length,
    size: size.isUnknown ? undefined : size.value,
  };
}

/** The elements from `at` on that begin before `end`; each but the last has a known size. */
export function* elementsIn(bytes: Uint8Array, at: number, end: number): Generator<Element> {
  while (at < end) {
    const element = readElement(bytes, at);
    if (!element) return;
    yield element;
    if (element.size === undefined) return;
    at = element.contentAt + element.size;
  }
}
