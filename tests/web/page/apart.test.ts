// Whether a call can be seen: in the page, or in a window above other programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnseen } from '../../../web/calls/apart.ts';

test('a hidden page with a window above other programs shows the call', (t) => {
  const page = { document: { hidden: false }, documentPictureInPicture: { window: null as unknown } };
  for (const name of Object.keys(page) as (keyof typeof page)[]) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => page[name] });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  assert.equal(isUnseen(), false);
  page.document.hidden = true;
  assert.equal(isUnseen(), true);
  page.documentPictureInPicture.window = {};
  assert.equal(isUnseen(), false);
});
