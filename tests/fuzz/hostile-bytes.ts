// Bytes that a hostile client writes to a socket: requests that are truncated, wrongly encoded, nested, flooded with headers
// or sent many at once. All generated from one seed.

/** Pseudorandom numbers (mulberry32); the same seed gives the same numbers. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

/** What one connection does: writes pieces in sequence, with a pause before each if it is slow. */
export interface Attack {
  readonly kind: string;
  readonly pieces: readonly Buffer[];
  readonly isSlow: boolean;
  /** Whether the connection ends its side after the last piece, as a disconnected client. */
  readonly disconnects: boolean;
}

/** The possible `Authorization` headers, including none. */
export type Authorizations = readonly (string | undefined)[];

const BOUNDARY = 'fuzz';
const PATHS = [
  '/api/v1/messages',
  '/api/v1/register',
  '/api/v1/users/me/status',
  '/api/v1/user_uploads',
  '/api/v1/users/me/avatar',
  '/api/v1/fetch_api_key',
  '/api/v1/drafts',
  '/api/v1/messages/flags',
  '/api/v1/nothing',
  '/login/',
  '/new/',
] as const;

const TEXTS = [
  'x',
  '\0',
  '\ud800',
  'ä'.repeat(2000),
  '𝕩'.repeat(500),
  '%',
  '%zz%u0000',
  "'; drop table message; --",
  '**'.repeat(1500),
  '['.repeat(3000),
  '> '.repeat(1500),
  '$$\\frac{'.repeat(200),
  '`'.repeat(999),
  '@**all**'.repeat(100),
  '-1e999',
  '9'.repeat(400),
] as const;

const NAMES = [
  'content',
  'to',
  'type',
  'topic',
  'narrow',
  'drafts',
  'messages',
  'status_text',
  '__proto__',
] as const;

/** Text as bytes in one of several encodings, one of which is correct. */
function encoded(dice: Dice, text: string): Buffer {
  const encoding = dice.one(['utf8', 'utf8', 'latin1', 'utf16le'] as const);
  const bytes = Buffer.from(text, encoding);
  if (dice.below(4) === 0 && bytes.length > 0) bytes[dice.below(bytes.length)] = dice.below(256);
  return bytes;
}

function json(dice: Dice): string {
  const depth = dice.one([1, 60, 70, 30_000]);
  return dice.one([
    () => `{"content":${'['.repeat(depth)}${']'.repeat(dice.below(2) * depth)}}`,
    () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    () =>
      JSON.stringify(Object.fromEntries(Array.from({ length: dice.below(3000) }, (_, i) => [`k${i}`, i]))),
    () =>
      JSON.stringify({ [dice.one(NAMES)]: dice.one(TEXTS), type: 'channel', to: 'general', topic: 'fuzz' }),
    () => `[${'1,'.repeat(dice.below(20_000))}1]`,
  ])();
}

function form(dice: Dice): string {
  if (dice.below(30) === 0)
    return `${dice.one(NAMES)}=["${dice.one(['w+', '%2C', '%zz']).repeat(1_000_000)}"]`;
  const pair = () =>
    `${dice.one(NAMES)}=${dice.below(2) ? encodeURI(dice.one(TEXTS).toWellFormed()) : dice.one(TEXTS)}`;
  const pairs = Array.from({ length: 1 + dice.below(dice.one([4, 40, 1500])) }, pair);
  return dice.below(3) === 0 ? `to=${json(dice)}&${pairs.join('&')}` : pairs.join('&');
}

function multipart(dice: Dice): string {
  const part = () =>
    dice.one([
      () => `Content-Disposition: form-data; name="${dice.one(NAMES)}"\r\n\r\n${dice.one(TEXTS)}`,
      () =>
        `Content-Disposition: form-data; name="f"; filename="${dice.one(TEXTS)}"\r\nContent-Type: image/png\r\n\r\n${dice.one(TEXTS)}`,
      () => `${'x: y\r\n'.repeat(dice.below(400))}\r\n\r\n`,
      () =>
        `Content-Disposition: form-data; name*=utf-8''%ff%00\r\nContent-Transfer-Encoding: base64\r\n\r\n====`,
      () => `X: ${'x'.repeat(dice.below(40_000))}`,
    ])();
  const parts = Array.from({ length: 1 + dice.below(dice.one([3, 30])) }, part);
  return `--${BOUNDARY}\r\n${parts.join(`\r\n--${BOUNDARY}\r\n`)}\r\n--${BOUNDARY}${dice.one(['--', '', '-'])}\r\n`;
}

const KINDS = [
  ['application/json', json],
  ['application/x-www-form-urlencoded', form],
  [`multipart/form-data; boundary=${BOUNDARY}`, multipart],
] as const;

function headers(dice: Dice, authorization: string | undefined, more: string): string {
  const flood = dice.one([0, 0, 0, 0, 0, 0, 90, 1500, 3000]);
  return [
    'Host: localhost',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    'User-Agent: website',
    ...Array.from({ length: flood }, (_, i) => `X-${i}: ${'f'.repeat(dice.below(30))}`),
    more,
  ].join('\r\n');
}

/** The body in chunks of `Transfer-Encoding: chunked`, one of which may be wrong. */
function chunked(dice: Dice, body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const size = 1 + dice.below(Math.min(5000, body.length));
    const piece = body.subarray(from, from + size);
    const declaredLength =
      dice.below(20) === 0 ? dice.one(['zz', 'ffffffffffffffff', '-1']) : piece.length.toString(16);
    pieces.push(Buffer.from(`${declaredLength}\r\n`), piece, Buffer.from('\r\n'));
    from += size;
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

function oneRequest(dice: Dice, authorizations: Authorizations): Buffer {
  const [type, make] = dice.one(KINDS);
  const body = encoded(dice, make(dice));
  const isChunked = dice.below(3) === 0;
  const declaredLength = dice.below(10) === 0 ? dice.one(['1', '999999999999', '-5', 'x']) : body.length;
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${declaredLength}`;
  const wrongType = dice.one([type, type, type, 'text/plain; charset=utf-7', `${type}; charset=utf-16`]);
  const head = headers(dice, dice.one(authorizations), `Content-Type: ${wrongType}\r\n${length}`);
  const line = `${dice.one(['POST', 'POST', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE'])} ${dice.one(PATHS)} HTTP/1.1`;
  return Buffer.concat([
    Buffer.from(`${line}\r\n${head}\r\n\r\n`, 'latin1'),
    isChunked ? chunked(dice, body) : body,
  ]);
}

function cut(dice: Dice, bytes: Buffer): Buffer {
  return bytes.subarray(0, dice.below(bytes.length));
}

function inPieces(dice: Dice, bytes: Buffer): Buffer[] {
  const count = 2 + dice.below(6);
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** The actions of the next connection. */
export function nextAttack(dice: Dice, authorizations: Authorizations): Attack {
  const request = oneRequest(dice, authorizations);
  return dice.one<() => Attack>([
    () => ({ kind: 'whole', pieces: [request], isSlow: false, disconnects: false }),
    () => ({ kind: 'cut off', pieces: [cut(dice, request)], isSlow: false, disconnects: true }),
    () => ({ kind: 'slow', pieces: inPieces(dice, request), isSlow: true, disconnects: dice.below(2) === 0 }),
    () => ({
      kind: 'pipelined',
      pieces: [
        Buffer.concat(Array.from({ length: 2 + dice.below(12) }, () => oneRequest(dice, authorizations))),
      ],
      isSlow: false,
      disconnects: false,
    }),
    () => ({
      kind: 'not HTTP',
      pieces: [Buffer.from(Array.from({ length: 1 + dice.below(3000) }, () => dice.below(256)))],
      isSlow: false,
      disconnects: false,
    }),
  ])();
}
