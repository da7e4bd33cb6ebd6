// Parses flag values that several commands share. Errors are one sentence that names the flag.

import { readFile } from 'node:fs/promises';
import { messageOf } from '../errors/error-detail.ts';
import { UsageError } from './usage.ts';

/** The error for a command line that cannot be parsed: the parser's first sentence, and where to find help. */
export function argumentError(error: unknown, help?: string): UsageError {
  const [sentence = ''] = messageOf(error).split(/\.\s/);
  return new UsageError(`${sentence.replace(/\.$/, '')}.${help === undefined ? '' : ` See ${help}.`}`, 2);
}

/** Joins negative numbers to the flag before them (`--port -1`), so that the error concerns the flag's value. */
export function withNegativeValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (before !== undefined && /^--[\w-]+$/.test(before) && /^-\d/.test(arg))
      joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** An integer from 1 to a maximum; `besides` names other values that the flag takes, for the error. */
export function integerIn(flag: string, text: string, maximum: number, besides = ''): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1 || number > maximum) {
    throw new UsageError(`${flag} must be a number from 1 to ${maximum}${besides}, not "${text}".`, 2);
  }
  return number;
}

/** A TCP port; 0 picks a free one. */
export function portIn(flag: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`${flag} must be a number from 0 to 65535, not "${text}".`, 2);
  }
  return port;
}

/** Whether a text is an http(s) address. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** An http(s) address without trailing slashes. */
export function webAddressIn(flag: string, text: string): string {
  if (!isWebAddress(text)) {
    throw new UsageError(`${flag} must be an http:// or https:// address, not "${text}".`, 2);
  }
  return text.replace(/\/+$/, '');
}

/** The address of a PostgreSQL database; undefined if none is given. */
export function databaseUrlIn(text: string | undefined, flag = '--database-url'): string | undefined {
  if (text !== undefined && (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))) {
    throw new UsageError(`${flag} must be a postgres:// address.`, 2);
  }
  return text;
}

/** Whether an environment variable turns something on; off by default. */
export function booleanIn(name: string, text = ''): boolean {
  if (/^(1|true|on|yes)$/i.test(text)) return true;
  if (/^(|0|false|off|no)$/i.test(text)) return false;
  throw new UsageError(`${name} must be on or off, not "${text}".`, 2);
}

/** The items of a comma-separated list; none if it is missing. */
export function listIn(text: string | undefined): string[] {
  const parts = (text ?? '').split(',').map((one) => one.trim());
  return parts.filter((part) => part !== '');
}

/** The first line of a file with a secret, which must not appear in the process list. */
export async function firstLineOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)[0] ?? '';
  } catch {
    throw new UsageError(`Cannot read the password file ${file}.`);
  }
}

/** Whether Litestream runs the checkpoints of the embedded engine. */
export function checkpointsIn(text = 'server', flag = '--checkpoints'): boolean {
  if (text === 'server' || text === 'litestream') return text === 'litestream';
  throw new UsageError(`${flag} must be server or litestream, not "${text}".`, 2);
}
