// Computes the CRC-32 of two concatenated texts from the CRC-32 of each, without reading them again. A CRC is a
// polynomial over GF(2) with its highest power in the lowest bit; appending text multiplies the CRC of the
// preceding text by a power of x.

/** Products are reduced modulo this polynomial, gzip's, without its highest power. */
const POLYNOMIAL = 0xedb88320;
/** x to the powers 0 and 8: a shift by nothing, and by one byte. */
const ONE = 0x80000000;
const ONE_BYTE = 0x00800000;

function product(one: number, other: number): number {
  let sum = 0;
  let shifted = other;
  for (let remaining = one | 0; remaining !== 0; remaining <<= 1) {
    if (remaining & ONE) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** For each bit of a length, the power of x that shifts by that many bytes. */
const powers: number[] = [ONE_BYTE];

function powerAt(bit: number): number {
  const cached = powers[bit];
  if (cached !== undefined) return cached;
  const below = powerAt(bit - 1);
  const power = product(below, below);
  powers[bit] = power;
  return power;
}

function shiftBy(bytes: number): number {
  let power = ONE;
  for (let bit = 0, remaining = bytes; remaining > 0; bit++, remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) power = product(powerAt(bit), power);
  }
  return power;
}

/** The CRC-32 of two concatenated texts. The second text's length is in bytes. */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (product(shiftBy(secondLength), first) ^ second) >>> 0;
}
