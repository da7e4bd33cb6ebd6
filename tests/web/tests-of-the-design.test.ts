// The tests that the table in `docs/design/web.md` names exist.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the table of promises names browser tests that exist', () => {
  const page = readFileSync(`${root}docs/design/web.md`, 'utf8');
  const [, table = ''] = page.split('## Tests of the design\n');
  const titles = [...table.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
  assert.ok(titles.length > 20);
  const files = readdirSync(`${root}tests/browser`).filter((name) => name.endsWith('.browser.ts'));
  const tests = files.map((name) => readFileSync(`${root}tests/browser/${name}`, 'utf8')).join('\n');
  assert.deepEqual(
    titles.filter((title) => !tests.includes(title)),
    [],
  );
});
