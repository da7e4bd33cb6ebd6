// The QR code of an authenticator's address, decoded field by field as ISO/IEC 18004 specifies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticatorUrl, secretText } from '../../src/model/second-factor/enrolment.ts';
import { newAuthenticatorSecret } from '../../src/model/second-factor/one-time-code.ts';
import { qrCode } from '../../src/model/second-factor/qr-code.ts';

/** For versions 1, 3, 7 and 16, level M: data bytes per block, check bytes per block, and rows of alignment patterns. */
const versions: Readonly<Record<number, { blocks: number[]; check: number; patterns: number[] }>> = {
  1: { blocks: [16], check: 10, patterns: [] },
  3: { blocks: [44], check: 26, patterns: [6, 22] },
  7: { blocks: [31, 31, 31, 31], check: 18, patterns: [6, 22, 38] },
  16: { blocks: [...Array(7).fill(45), ...Array(3).fill(46)], check: 28, patterns: [6, 26, 50, 74] },
};
/** The eight masks, by row and column. */
const masks: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];
/** The format information for level M and each mask (table C.1 of the standard). */
const formats = [
  '101010000010010',
  '101000100100101',
  '101111001111100',
  '101101101001011',
  '100010111111001',
  '100000011001110',
  '100111110010111',
  '100101010100000',
];

/** Powers of 2 in GF(256), to verify the check bytes. */
const powers: number[] = [1];
for (let i = 1; i < 255; i++) {
  const doubled = (powers[i - 1] ?? 0) * 2;
  powers.push(doubled > 255 ? doubled ^ 0x11d : doubled);
}
const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (powers[(powers.indexOf(a) + powers.indexOf(b)) % 255] ?? 0);

function isReserved(i: number, j: number, size: number, patterns: readonly number[]): boolean {
  const last = patterns.at(-1);
  const isNear = (position: number, at: number) => Math.abs(position - at) <= 2;
  return (
    i === 6 ||
    j === 6 ||
    (i < 9 && (j < 9 || j >= size - 8)) ||
    (i >= size - 8 && j < 9) ||
    (size >= 45 && ((i < 6 && j >= size - 11) || (j < 6 && i >= size - 11))) ||
    patterns.some((y) =>
      patterns.some(
        (x) =>
          isNear(y, i) &&
          isNear(x, j) &&
          !((y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6)),
      ),
    )
  );
}

/** The text of a QR code, without error correction. */
function decodedText(rows: readonly string[]): string {
  const size = rows.length;
  const dark = (i: number, j: number) => rows[i]?.[j] === '1';
  const { blocks, check, patterns } = versions[(size - 17) / 4] ?? assert.fail(`a picture of ${size} rows`);
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((j) => rows[8]?.[j]).join('');
  const secondHalf = [7, 5, 4, 3, 2, 1, 0].map((i) => rows[i]?.[8]).join('');
  const mask = formats.indexOf(format + secondHalf);
  assert.notEqual(mask, -1, 'the format');
  const bits: string[] = [];
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const i = isUp ? size - 1 - step : step;
      for (const j of [right, right - 1])
        if (!isReserved(i, j, size, patterns)) bits.push(dark(i, j) !== masks[mask]?.(i, j) ? '1' : '0');
    }
  }
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  const parts: number[][] = blocks.map(() => []);
  for (let at = 0; at < Math.max(...blocks); at++)
    for (const [block, length] of blocks.entries()) if (at < length) parts[block]?.push(bytes.shift() ?? -1);
  for (let at = 0; at < check; at++) for (const part of parts) part.push(bytes.shift() ?? -1);
  for (const part of parts)
    for (let root = 0; root < check; root++) {
      const sum = part.reduce((value, byte) => times(value, powers[root] ?? 0) ^ byte, 0);
      assert.equal(sum, 0, 'the check bytes are those of the data');
    }
  const data = parts.flatMap((part, block) => part.slice(0, blocks[block]));
  const text = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  assert.equal(text.slice(0, 4), '0100');
  const lengthBits = size >= 57 ? 16 : 8;
  const length = Number.parseInt(text.slice(4, 4 + lengthBits), 2);
  const octets = text.slice(4 + lengthBits, 4 + lengthBits + length * 8).match(/.{8}/g) ?? [];
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2))).toString();
}

test('a code decodes to its text, at the smallest and largest length of each version', () => {
  const texts = ['', 'A', 'x'.repeat(14), 'ü'.repeat(21), 'y'.repeat(107), 'z'.repeat(122)];
  for (const text of [...texts, 'w'.repeat(413), 'v%'.repeat(225)])
    assert.equal(decodedText(qrCode(text)), text);
});

test('finder patterns, timing patterns and version information are in place', () => {
  const rows = qrCode('z'.repeat(122));
  const corner = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  const cut = (from: number, to: number) => rows.slice(from, from + 7).map((row) => row.slice(to, to + 7));
  for (const [from, to] of [
    [0, 0],
    [0, 38],
    [38, 0],
  ] as const)
    assert.deepEqual(cut(from, to), corner);
  assert.match(rows[6]?.slice(8, 37) ?? '', /^(10)+1$/);
  // Version 7, 000111110010010100 (table D.1), in three rows of six, the lowest first.
  const column = Array.from({ length: 18 }, (_, i) => rows[34 + (i % 3)]?.[Math.floor(i / 3)]).join('');
  assert.equal([...column].reverse().join(''), '000111110010010100');
});

test('the longest address of an authenticator has a code, and longer texts have none', () => {
  const address = authenticatorUrl(
    secretText(newAuthenticatorSecret()),
    '組'.repeat(100),
    `${'💡'.repeat(200)}@example.com`,
  );
  assert.ok(qrCode(address).length <= 85);
  assert.throws(() => qrCode('x'.repeat(2332)));
});
