// The guide's sample filter for fail2ban matches the lines that the server writes, and takes the address only from where
// the server put it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { standardErrorLog } from '../../src/server/logger.ts';
import { login, startRealServer } from '../server/real-organization.ts';

const guide = await readFile(new URL('../../docs/guide/password-guessing.md', import.meta.url), 'utf8');
const setting = (name: string) => new RegExp(`^ {4}${name} = (.*)$`, 'm').exec(guide)?.[1] ?? '';

/** The filter's expressions as JavaScript, as fail2ban translates them. */
const failure = new RegExp(setting('failregex').replace('<HOST>', '(?<host>[0-9a-fA-F:.]+)'));
const date = new RegExp(
  setting('datepattern').replace(/%%[YmdHMS]/g, (code) => (code === '%%Y' ? '\\d{4}' : '\\d{2}')),
);

/** The address that fail2ban would ban for a line: it removes the date and matches the rest. */
function banned(line: string): string | undefined {
  assert.match(line, date);
  return failure.exec(line.replace(date, ''))?.groups?.host;
}

/** The line that the real log writes for these fields. */
function logLineOf(fields: Readonly<Record<string, unknown>>, message: string): string {
  const { write } = process.stderr;
  let text = '';
  process.stderr.write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  try {
    standardErrorLog.warn(fields, message);
  } finally {
    process.stderr.write = write;
  }
  return text;
}

test('the filter of the guide finds the address of a failed login, whatever was typed', async () => {
  const lines: string[] = [];
  const server = await startRealServer({
    trustedProxies: ['127.0.0.0/8', '::1'],
    log: {
      info: () => undefined,
      warn: (...line) => void lines.push(logLineOf(...line)),
      error: () => undefined,
    },
  });
  const forged = 'x","address":"192.0.2.1","door":"\n{"time":"2026-01-01T00:00:00"';
  for (const [address, username] of [
    ['203.0.113.9', login.username],
    ['2001:db8::7', forged],
  ] as const) {
    const form = { username, password: 'wrong' };
    await server.anonymous.request('POST', '/fetch_api_key', form, { 'x-forwarded-for': address });
  }
  assert.deepEqual(lines.map(banned), ['203.0.113.9', '2001:db8::7']);
  for (const line of lines) assert.equal(line.indexOf('\n'), line.length - 1);
  assert.equal(banned(logLineOf({ account: 'a' }, 'something else')), undefined);
});
