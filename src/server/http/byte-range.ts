// Parses the byte range that a request asks for.

/** A part of a file; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of a file of `size` bytes that a `Range` header requests. `whole` if it requests none, several, or
 * another unit; `outside` if the file has no such part.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
