// Writing the duration into recordings of browsers, and not into anything else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDuration } from '../../web/lib/webm-duration.ts';

const bytes = (...parts: readonly (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))),
  );
const hex = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('hex');
const float64 = (value: number) => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer.toString('hex');
};

const header = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102';
const unknownSegment = '1853806701ffffffffffffff';
const scale = '2ad7b1830f4240';
const emptyList = '114d9b740100000000000000';
/** A list of positions; its items are not read. */
const list = '114d9b7482ec80';
const programs = '4d80864368726f6d655741864368726f6d65';
const tracks = '1654ae6b82ec80';
const cluster = '1f43b67501ffffffffffffffe78100a38c81000080fb03fffefffefffe';

/** As Chromium writes it with a time slice: no duration, and sizes that are not known yet. */
const chromium = bytes(header, unknownSegment, '1549a96699', scale, programs, tracks, cluster);
/** As Firefox writes it: an empty list of positions, and the duration is 0. */
const firefox = bytes(
  header,
  unknownSegment,
  emptyList,
  '1549a966a4',
  scale,
  '4489880000000000000000',
  programs,
  tracks,
  cluster,
);

test('a recording without a duration gets one, and everything else stays', () => {
  assert.equal(
    hex(withDuration(chromium, 2.5)),
    hex(
      bytes(header, unknownSegment, '1549a966a4', scale, programs, '448988', float64(2500), tracks, cluster),
    ),
  );
});

test('a duration of 0 is overwritten in place, in either precision', () => {
  assert.equal(
    hex(withDuration(firefox, 61)),
    hex(
      bytes(
        header,
        unknownSegment,
        emptyList,
        '1549a966a4',
        scale,
        '448988',
        float64(61_000),
        programs,
        tracks,
        cluster,
      ),
    ),
  );
  const short = bytes(header, unknownSegment, '1549a96687', '44898400000000', tracks);
  assert.equal(
    hex(withDuration(short, 0.5)),
    hex(bytes(header, unknownSegment, '1549a96687', '44898443fa0000', tracks)),
  );
});

test('the input is not changed, and only its own part of a larger buffer is read', () => {
  const within = bytes('ffff', firefox, 'ffff').subarray(2, firefox.length + 2);
  assert.equal(hex(withDuration(within, 61)), hex(withDuration(firefox, 61)));
  assert.equal(hex(within), hex(firefox));
});

test('the duration is in units of the time scale', () => {
  const inMicroseconds = bytes(header, unknownSegment, '1549a96686', '2ad7b18203e8', tracks);
  assert.equal(
    hex(withDuration(inMicroseconds, 2)),
    hex(bytes(header, unknownSegment, '1549a96691', '2ad7b18203e8', '448988', float64(2_000_000), tracks)),
  );
  // A scale of 0, and one that is too large for a number.
  for (const field of ['2ad7b180', '2ad7b18100', '2ad7b188ffffffffffffffff']) {
    const size = (0x80 + field.length / 2).toString(16);
    const content = bytes(header, unknownSegment, `1549a966${size}`, field, tracks);
    assert.ok(hex(withDuration(content, 2))?.includes(`448988${float64(2000)}`), field);
  }
});

test('known sizes grow by what is inserted, if need be to more bytes', () => {
  const info = `1549a96687${scale}`;
  const withSegment = (size: string) => bytes(header, '18538067', size, info, tracks);
  // The segment has 19 bytes, and 30 then.
  assert.equal(
    hex(withDuration(withSegment('93'), 1)),
    hex(bytes(header, '185380679e', '1549a96692', scale, '448988', float64(1000), tracks)),
  );
  assert.match(hex(withDuration(withSegment('40fa'), 1)) ?? '', /18538067410515/);
  // 120 and 11 do not fit into one byte.
  const filler = `ec${(0x80 + 111).toString(16)}${'00'.repeat(111)}`;
  const long = bytes(header, unknownSegment, '1549a966f8', scale, filler, tracks);
  const written = hex(withDuration(long, 1)) ?? '';
  assert.ok(
    written.includes(`1549a9660100000000000083${scale}${filler}448988${float64(1000)}${tracks}`),
    written,
  );
});

test('what has a duration, or positions that would move, is left as it is', () => {
  const known = bytes(header, unknownSegment, '1549a966a4', scale, '448988', float64(5), programs, tracks);
  assert.equal(withDuration(known, 2), undefined);
  const info = `1549a96687${scale}`;
  assert.equal(withDuration(bytes(header, unknownSegment, list, info, tracks), 2), undefined);
  assert.equal(withDuration(bytes(header, unknownSegment, list, emptyList, info, tracks), 2), undefined);
  assert.ok(withDuration(bytes(header, unknownSegment, emptyList, info, tracks), 2));
});

test('a duration of 0 is overwritten after a list of positions, since nothing moves', () => {
  const listed = (duration: string) =>
    bytes(header, unknownSegment, list, '1549a9668b', '448988', duration, tracks);
  assert.equal(hex(withDuration(listed('0000000000000000'), 2)), hex(listed(float64(2000))));
});

test('other files, and files cut at any byte, are left as they are', () => {
  const others = [
    '',
    '00',
    'ff',
    '0000001866747970',
    header,
    `${header}${unknownSegment}`,
    `${header}${unknownSegment}${cluster}1549a96687${scale}`,
    // The size of the general information is not known.
    `${header}${unknownSegment}1549a966ff${scale}`,
    // A duration of two bytes, and one that ends after its container.
    `${header}${unknownSegment}1549a9668544898200001654ae6b80`,
    `${header}${unknownSegment}1549a9668444898800${'00'.repeat(20)}`,
    // Sizes beyond what a number holds, and an id of eight bytes.
    `${header}1853806701fffffffffffffe1549a96687${scale}`,
    `${header}${unknownSegment}011549a96600000087${scale}`,
    `1a45dfa301fffffffffffff0${unknownSegment}`,
  ];
  for (const other of others) assert.equal(withDuration(bytes(other), 2), undefined, other);
  const end = chromium.length - (tracks.length + cluster.length) / 2;
  for (let length = 0; length < end; length++)
    assert.equal(withDuration(chromium.subarray(0, length), 2), undefined, String(length));
  for (let length = end; length <= chromium.length; length++)
    assert.ok(withDuration(chromium.subarray(0, length), 2), String(length));
});

test('hostile bytes end in time and never throw', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 5000; round++) {
    const changed = Uint8Array.from(round % 2 === 0 ? chromium : firefox);
    for (let count = 0; count < 4; count++)
      changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
    const written = withDuration(changed, 2);
    assert.ok(written === undefined || written.length <= changed.length + 11 + 14);
  }
  // Thousands of empty elements.
  const many = bytes(header, unknownSegment, 'ec80'.repeat(30_000));
  assert.equal(withDuration(many, 2), undefined);
});
