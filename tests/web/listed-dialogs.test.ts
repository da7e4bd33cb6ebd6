// Every dialog of the browser client is in the list of `tests/browser/dialogs.ts`, which tests of all dialogs use.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allDialogs } from '../browser/dialogs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(`${root}texts/en.json`, 'utf8'));

/** Dialogs that need a server of their own or a call, and are measured by the tests of what they do. */
const elsewhere = new Set(['proof.title', 'call.devices', 'call.ringPeople']);
/** Titles for dialogs whose content has none. */
const defaults = new Set(['messages.media']);

/** Matches a text with any values, in its first plural form. */
function patternOf(message: string): RegExp {
  const text = message.replace(/^\{\w+, plural, \w+ \{(.*?)\}.*$/, '$1');
  const [before = '', ...rest] = text.split(/\{/);
  const parts = [before, ...rest.map((part) => part.slice(part.lastIndexOf('}') + 1))];
  return new RegExp(`^${parts.map((part) => part.replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('.*')}$`, 'u');
}

test('every dialog with a title of its own is listed', async () => {
  const names = [...allDialogs({ channelId: 1, emptyChannelId: 1, groupId: 1 }).keys()];
  const keys = new Set<string>();
  for await (const file of glob('web/**/*.tsx', { cwd: root }))
    for (const [, attributes = ''] of readFileSync(root + file, 'utf8').matchAll(
      /<(?:Form)?Dialog\b(.*?)>\n/gs,
    ))
      for (const [, key = ''] of attributes.matchAll(/\btitle=\{[^\n]*?t\('([\w.]+)'/g)) keys.add(key);
  assert.ok(keys.size > 25, `${keys.size} titles found`);
  const missing = [...keys].filter((key) => {
    if (elsewhere.has(key) || defaults.has(key)) return false;
    const pattern = patternOf(texts[key] ?? '');
    return !names.some((name) => pattern.test(name));
  });
  assert.deepEqual(missing, []);
});
