// Skin tones of emoji: added to emoji of one person, and kept by the renderer as characters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SkinTone, skinTones, withSkinTone } from '../../src/markdown/skin-tones.ts';

for (const [characters, tone, expected] of [
  ['👍', 'none', '👍'],
  ['👍', 'light', '👍🏻'],
  ['👍', 'dark', '👍🏿'],
  ['☝️', 'medium', '☝🏽'],
  ['👩‍💻', 'medium_dark', '👩🏾‍💻'],
  ['🏃‍♂️', 'medium_light', '🏃🏼‍♂️'],
  ['🎉', 'dark', '🎉'],
  ['👨‍👩‍👧', 'dark', '👨‍👩‍👧'],
  ['🇩🇪', 'dark', '🇩🇪'],
  ['', 'dark', ''],
] as const satisfies readonly (readonly [string, SkinTone, string])[]) {
  test(`${characters || 'an empty text'} becomes ${expected || 'an empty text'} in the tone ${tone}`, () => {
    assert.equal(withSkinTone(characters, tone), expected);
  });
}

test('there are the five tones of Unicode, and none', () => {
  assert.equal(new Set(skinTones.map((tone) => withSkinTone('👋', tone))).size, 6);
});
