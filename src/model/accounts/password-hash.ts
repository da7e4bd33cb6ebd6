// How passwords are stored and compared: scrypt with the work that OWASP's table of 2025 asks for at 16 MB. Hashing runs
// beside the event loop, few at the same moment: the threads that do it are the process's, and serve its files too.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import { BoundedLine } from '../bounded-line.ts';

/** How much a hash takes: memory, and how often. */
export interface HashingWork {
  readonly N: number;
  readonly p: number;
}

/** What new hashes take on every server. */
export const STANDARD_WORK: HashingWork = { N: 16_384, p: 5 };
/** What hashes without a note of their own took. */
const FIRST: HashingWork = { N: 16_384, p: 1 };
const BLOCK_SIZE = 8;
let present = STANDARD_WORK;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** One for the process, as its threads are, whatever servers live in it. */
const line = new BoundedLine({
  get atOnce() {
    return limits.passwordsHashedAtOnce;
  },
  get waiting() {
    return limits.passwordsWaiting;
  },
});

/** Lets new hashes of this process take other work: tests hash much, and few of them are about it. */
export function hashWith(work: HashingWork): void {
  present = work;
}

function derive(password: string, salt: Buffer, { N, p }: HashingWork): Promise<Buffer> {
  const options: ScryptOptions = { N, r: BLOCK_SIZE, p };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

interface Stored {
  readonly work: HashingWork;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Looked at where there is no account, or one without a password. */
function nothingStored(): Stored {
  return { work: present, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(0) };
}

/** `p=5`, and before it `N=1024,` where that is not the usual one. */
function noted({ N, p }: HashingWork): string {
  return `${N === FIRST.N ? '' : `N=${N},`}p=${p}`;
}

function workOf(note: string): HashingWork {
  const number = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(note)?.[1]);
  return { N: number('N') || FIRST.N, p: number('p') };
}

/** `scrypt$p=5$salt$key`; the first ones have no work in them. */
function parse(stored: string): Stored {
  const parts = stored.split('$');
  const [work, salt = '', key = ''] =
    parts.length === 4 ? [workOf(parts[1] ?? ''), parts[2], parts[3]] : [FIRST, parts[1], parts[2]];
  return { work, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** The stored form of a password. */
export async function hashPassword(password: string): Promise<string> {
  const work = present;
  const salt = randomBytes(SALT_BYTES);
  const key = await line.run(() => derive(password, salt, work));
  return `scrypt$${noted(work)}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** What is left of today's work after that of a hash; undefined where that is as much. */
function remaining({ N, p }: HashingWork): HashingWork | undefined {
  const left = Math.ceil((present.N * present.p - N * p) / present.N);
  return left > 0 ? { N: present.N, p: left } : undefined;
}

/** Whether a stored password was hashed with less work than today's, so that it should be hashed again. */
export function isOutdatedHash(stored: string): boolean {
  return remaining(parse(stored).work) !== undefined;
}

/** Whether a password is the one that was stored. Takes as long for an old hash, and where there is none at all. */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { work, salt, key } = stored === null ? nothingStored() : parse(stored);
  return line.run(async () => {
    const given = await derive(password, salt, work);
    // Or one could tell by the time that there is an account, with a password of long ago.
    const rest = remaining(work);
    if (rest) await derive(password, salt, rest);
    return key.length === given.length && timingSafeEqual(key, given);
  });
}
