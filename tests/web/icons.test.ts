// Compares the icon names that code may use with the symbols of the sprite.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { iconNames } from '../../web/components/icon-names.ts';

test('the sprite contains exactly the icons in the list', () => {
  const sprite = readFileSync(new URL('../../web/icons/sprite.svg', import.meta.url), 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(symbols.sort(), [...iconNames].sort());
});
