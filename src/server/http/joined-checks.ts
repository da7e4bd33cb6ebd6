// The CRC-32 of two texts after each other from the CRC-32 of each, without reading them again. A check is a polynomial over
// two values, its highest power in the lowest bit; text that follows multiplies what stands before by a power of x.

/** What products are taken modulo: the polynomial of gzip, without its highest power. */
const POLYNOMIAL = 0xedb88320;
/** The powers 0 and 8: the text moves on by nothing, and by one byte. */
const ONE = 0x80000000;
const ONE_BYTE = 0x00800000;

function product(one: number, other: number): number {
  let sum = 0;
  let shifted = other;
  for (let left = one | 0; left !== 0; left <<= 1) {
    if (left < 0) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** For each bit of a length the power that it moves a text on by. */
const powers: number[] = [ONE_BYTE];

function powerAt(bit: number): number {
  const present = powers[bit];
  if (present !== undefined) return present;
  const below = powerAt(bit - 1);
  const made = product(below, below);
  powers[bit] = made;
  return made;
}

function movedBy(bytes: number): number {
  let power = ONE;
  for (let bit = 0, left = bytes; left > 0; bit++, left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(powerAt(bit), power);
  }
  return power;
}

/** The check of a text that consists of two, of the second of which the length in bytes is known. */
export function checkOfBoth(first: number, second: number, secondLength: number): number {
  return (product(movedBy(secondLength), first) ^ second) >>> 0;
}
