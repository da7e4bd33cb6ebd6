// The emoji recently chosen in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Organization } from '../../web/data/organization.ts';
import { recentEmoji, rememberEmoji } from '../../web/data/recent-emoji.ts';
import type { Emoji } from '../../web/lib/emoji.ts';
import { browserStorage } from './browser-storage.ts';

const emoji = (code: number): Emoji => ({
  ...{ name: `e${code}`, names: [], code: String(code), type: 'unicode_emoji' },
});
const all = Array.from({ length: 30 }, (_, code) => emoji(code));
const [mel, mia] = [{ ownId: 1 }, { ownId: 2 }] as unknown as readonly [Organization, Organization];

test('the sixteen emoji chosen last are remembered for each account, most recent first', (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  t.after(() => before && Object.defineProperty(globalThis, 'localStorage', before));
  const storage = browserStorage();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => storage });
  const codes = (organization = mel, known: readonly Emoji[] = all) =>
    recentEmoji(organization, known).map(({ code }) => Number(code));
  assert.deepEqual(codes(), []);
  for (let code = 0; code < 17; code += 1) rememberEmoji(mel, emoji(code));
  rememberEmoji(mel, emoji(5));
  assert.deepEqual(codes(), [5, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1]);
  assert.deepEqual([codes(mia), codes(mel, [emoji(15), emoji(99)])], [[], [15]]);
  for (const text of ['{', '{}', 'null']) {
    storage.setItem('emoji 1', text);
    assert.deepEqual(codes(), [], text);
  }
  storage.setItem('emoji 1', JSON.stringify(all.map(({ type, code }) => `${type} ${code}`)));
  assert.equal(codes().length, 16);
  storage.setItem = () => {
    throw new Error('the quota is exceeded');
  };
  rememberEmoji(mel, emoji(20));
  assert.equal(codes().includes(20), false);
});
