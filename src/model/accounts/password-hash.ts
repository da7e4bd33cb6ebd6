// Hashes and verifies passwords with scrypt, at the cost that OWASP's 2025 table recommends for 16 MB. Hashing
// runs in the process's thread pool, a few at a time, because the same threads read and write files.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import { BoundedConcurrencyLimit } from '../bounded-concurrency-limit.ts';

/** The cost of a hash: memory (`N`) and passes (`p`). */
export interface HashingWork {
  readonly N: number;
  readonly p: number;
}

/** The cost of new hashes on every server. */
export const STANDARD_WORK: HashingWork = { N: 16_384, p: 5 };
/** The cost of hashes that do not state theirs. */
const UNSTATED_WORK: HashingWork = { N: 16_384, p: 1 };
const BLOCK_SIZE = 8;
let currentWork = STANDARD_WORK;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** One queue per process, because the thread pool is shared by all servers in it. */
const queue = new BoundedConcurrencyLimit({
  get running() {
    return limits.passwordsHashedAtOnce;
  },
  get waiting() {
    return limits.passwordsWaiting;
  },
});

/** Changes the cost of new hashes in this process. For tests, which hash often without testing the hash. */
export function setHashingWork(work: HashingWork): void {
  currentWork = work;
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

/** Stands in for a stored hash if there is no account or the account has no password. It matches nothing. */
function nothingStored(): Stored {
  return { work: currentWork, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(0) };
}

/** `p=5`, preceded by `N=1024,` if `N` is not the usual one. */
function costNote({ N, p }: HashingWork): string {
  return `${N === UNSTATED_WORK.N ? '' : `N=${N},`}p=${p}`;
}

function workOf(note: string): HashingWork {
  const number = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(note)?.[1]);
  return { N: number('N') || UNSTATED_WORK.N, p: number('p') };
}

/** Parses `scrypt$p=5$salt$key`; the oldest hashes do not contain the cost. */
function parse(stored: string): Stored {
  const parts = stored.split('$');
  const [work, salt = '', key = ''] =
    parts.length === 4 ? [workOf(parts[1] ?? ''), parts[2], parts[3]] : [UNSTATED_WORK, parts[1], parts[2]];
  return { work, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** The hash of a password in the form that is stored. */
export async function hashPassword(password: string): Promise<string> {
  const work = currentWork;
  const salt = randomBytes(SALT_BYTES);
  const key = await queue.run(() => derive(password, salt, work));
  return `scrypt$${costNote(work)}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** The cost that brings an older hash up to the current cost; undefined if it has that already. */
function workToAdd({ N, p }: HashingWork): HashingWork | undefined {
  const remainingPasses = Math.ceil((currentWork.N * currentWork.p - N * p) / currentWork.N);
  return remainingPasses > 0 ? { N: currentWork.N, p: remainingPasses } : undefined;
}

/** Whether a stored hash costs less than the current one, so that the password should be hashed again. */
export function isOutdatedHash(stored: string): boolean {
  return workToAdd(parse(stored).work) !== undefined;
}

/** Whether a password matches a stored hash. Takes the same time for an old hash, and if none is stored. */
export function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { work, salt, key } = stored === null ? nothingStored() : parse(stored);
  return queue.run(async () => {
    const derived = await derive(password, salt, work);
    // Otherwise the time would reveal that the account exists and has an old password.
    const remainingWork = workToAdd(work);
    if (remainingWork) await derive(password, salt, remainingWork);
    return key.length === derived.length && timingSafeEqual(key, derived);
  });
}
