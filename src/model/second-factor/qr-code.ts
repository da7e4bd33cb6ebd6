// A QR code encoder (ISO/IEC 18004) for bytes with error correction level M, which is sufficient on a screen.
// It implements as much of the standard as URLs for authenticators need.

/** Check bytes per block, and blocks, by version starting at 1 (table 9 of the standard, level M). */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26] as const;
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16] as const;
const BYTE_MODE = 4;

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The positions of alignment patterns, in both directions, without the three corners. */
function alignmentPositions(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))];
}

/** The total number of bytes in a version. */
function bytesOf(version: number): number {
  const size = version * 4 + 17;
  const many = alignmentPositions(version).length;
  const alignment = many === 0 ? 0 : (many * many - 3) * 25 - (many - 2) * 10;
  const fixed = 3 * 64 + 2 * (size - 16) + 31 + (version < 7 ? 0 : 36);
  return Math.floor((size * size - fixed - alignment) / 8);
}

function parametersOf(version: number) {
  const check = CHECK_BYTES[version - 1] ?? 0;
  const blocks = BLOCKS[version - 1] ?? 1;
  const total = bytesOf(version);
  return { version, check, blocks, total, data: total - check * blocks, countBits: version < 10 ? 8 : 16 };
}
type VersionParameters = ReturnType<typeof parametersOf>;

/** Multiplies in the standard's Galois field with 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon check bytes. */
function checkBytes(data: readonly number[], count: number): number[] {
  let generator = [1];
  let root = 1;
  for (let i = 0; i < count; i++) {
    const shifted = [...generator, 0];
    generator = shifted.map((coefficient, at) => coefficient ^ times(generator[at - 1] ?? 0, root));
    root = times(root, 2);
  }
  let rest = Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map(
      (coefficient, at) => coefficient ^ times(generator[at + 1] ?? 0, factor),
    );
  }
  return rest;
}

/** The bytes of a text, padded to the capacity of a version. */
function dataBytes(bytes: Uint8Array, { data, countBits }: VersionParameters): number[] {
  const numbers: (readonly [value: number, bits: number])[] = [
    [BYTE_MODE, 4],
    [bytes.length, countBits],
    ...[...bytes].map((byte) => [byte, 8] as const),
    [0, 4],
  ];
  const bits = numbers.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  const filled = bits.slice(0, data * 8).match(/.{1,8}/g) ?? [];
  const dataPart = filled.map((eight) => Number.parseInt(eight.padEnd(8, '0'), 2));
  const padding = Array.from({ length: data - dataPart.length }, (_, at) => (at % 2 === 0 ? 0xec : 0x11));
  return [...dataPart, ...padding];
}

/** Data and check bytes in drawing order, interleaved by block. */
function interleavedBytes(data: readonly number[], { blocks, check }: VersionParameters): number[] {
  const short = Math.floor(data.length / blocks);
  const firstLong = blocks - (data.length % blocks);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(at, at + short + (block < firstLong ? 0 : 1));
    at += part.length;
    return part;
  });
  const checks = parts.map((part) => checkBytes(part, check));
  const interleave = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, i) => rows.flatMap((row) => row[i] ?? [])).flat();
  return [...interleave(parts, short + 1), ...interleave(checks, check)];
}

/** The remainder of a polynomial division, as the standard defines it for format and version bits. */
function remainder(value: number, divisor: number, bits: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return rest;
}

/** The value of a module that is not drawn yet. */
const FREE = 2;

/** The modules of a QR code: 1 for dark, 0 for light. */
class Picture {
  readonly size: number;
  readonly #fields: Uint8Array;

  constructor(size: number, fields = new Uint8Array(size * size).fill(FREE)) {
    this.size = size;
    this.#fields = fields;
  }

  at(x: number, y: number): number {
    return this.#fields[y * this.size + x] ?? FREE;
  }

  set(x: number, y: number, isDark: boolean): void {
    if (x >= 0 && y >= 0 && x < this.size && y < this.size) this.#fields[y * this.size + x] = isDark ? 1 : 0;
  }

  copy(): Picture {
    return new Picture(this.size, this.#fields.slice());
  }

  /** Draws concentric rings around a module, by their distance from it. */
  rings(x: number, y: number, dark: readonly boolean[]): void {
    const reach = dark.length - 1;
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        this.set(x + dx, y + dy, dark[Math.max(Math.abs(dx), Math.abs(dy))] === true);
  }

  /** Its rows or columns as texts of `0` and `1`. */
  lines(of: 'rows' | 'columns'): string[] {
    return Array.from({ length: this.size }, (_, index) => {
      let line = '';
      for (let other = 0; other < this.size; other++)
        line += (of === 'rows' ? this.at(other, index) : this.at(index, other)) === 1 ? '1' : '0';
      return line;
    });
  }

  /** How many modules are dark in the square of four that ends at this one. */
  darkOfFour(x: number, y: number): number {
    return this.at(x, y) + this.at(x - 1, y) + this.at(x, y - 1) + this.at(x - 1, y - 1);
  }
}

/** Draws the patterns that all codes of a version share. */
function drawFixed({ version }: VersionParameters): Picture {
  const size = version * 4 + 17;
  const picture = new Picture(size);
  for (let i = 0; i < size; i++) {
    picture.set(i, 6, i % 2 === 0);
    picture.set(6, i, i % 2 === 0);
  }
  const corner = [true, true, false, true, false];
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    picture.rings(x, y, corner);
  const positions = alignmentPositions(version);
  const last = positions.length - 1;
  for (const [i, x] of positions.entries())
    for (const [j, y] of positions.entries()) {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) picture.rings(x, y, [true, false, true]);
    }
  drawFormat(picture, 0);
  if (version >= 7) drawVersion(picture, version);
  return picture;
}

function drawVersion(picture: Picture, version: number): void {
  const bits = (version << 12) | remainder(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    const far = picture.size - 11 + (i % 3);
    const near = Math.floor(i / 3);
    picture.set(far, near, isDark);
    picture.set(near, far, isDark);
  }
}

/** Draws the level (0: M) and the mask, twice. */
function drawFormat(picture: Picture, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
  const { size } = picture;
  for (let i = 0; i < 15; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    if (i < 8) picture.set(8, i < 6 ? i : i + 1, isDark);
    else picture.set(i === 8 ? 7 : 14 - i, 8, isDark);
    if (i < 8) picture.set(size - 1 - i, 8, isDark);
    else picture.set(8, size - 15 + i, isDark);
  }
  picture.set(8, size - 8, true);
}

/** Fills the free modules, in pairs of columns from the right, alternating up and down. */
function fill(fixed: Picture, bytes: readonly number[], mask: number): Picture {
  const picture = fixed.copy();
  const { size } = picture;
  const isMasked = masks[mask] ?? (() => false);
  let bit = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed.at(x, y) !== FREE) continue;
        const isDark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        picture.set(x, y, isDark !== isMasked(x, y));
        bit++;
      }
    }
  }
  drawFormat(picture, mask);
  return picture;
}

/**
 * A penalty for codes that are hard to read, by the standard's four rules: long runs, blocks, patterns like
 * corners, and imbalance.
 */
function penaltyOf(picture: Picture): number {
  const rows = picture.lines('rows');
  let penalty = 0;
  for (const line of [...rows, ...picture.lines('columns')]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < picture.size; y++)
    for (let x = 1; x < picture.size; x++) if (picture.darkOfFour(x, y) % 4 === 0) penalty += 3;
  const dark = rows.join('').replaceAll('0', '').length / (picture.size * picture.size);
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** The rows of a QR code for a text, with `1` for dark and `0` for light modules. @throws if the text is too long */
export function qrCode(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const versions = BLOCKS.map((_, at) => parametersOf(at + 1));
  const shape = versions.find(({ data, countBits }) => bytes.length * 8 + 4 + countBits <= data * 8);
  if (!shape) throw new Error('the text is too long for a QR code');
  const codewords = interleavedBytes(dataBytes(bytes, shape), shape);
  const fixed = drawFixed(shape);
  const pictures = masks.map((_, mask) => fill(fixed, codewords, mask));
  const penalties = pictures.map(penaltyOf);
  const best = pictures[penalties.indexOf(Math.min(...penalties))];
  return best?.lines('rows') ?? [];
}
