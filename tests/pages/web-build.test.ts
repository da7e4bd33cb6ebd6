// The types of the files of a build, and which of them have compressed versions: pictures and fonts are compressed already.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebBuild } from '../../src/server/pages/web-build.ts';
import { temporaryFolder } from '../support/temporary.ts';

const TEXTS = {
  'a-1.js': 'text/javascript; charset=utf-8',
  'a-1.css': 'text/css; charset=utf-8',
  'a-1.html': 'text/html; charset=utf-8',
  'a-1.svg': 'image/svg+xml',
  'a-1.map': 'application/json',
  'a-1.webmanifest': 'application/manifest+json',
};
const OTHERS = {
  'a-1.png': 'image/png',
  'a-1.webp': 'image/webp',
  'a-1.ico': 'image/x-icon',
  'a-1.woff2': 'font/woff2',
};

test('texts are sent compressed, and other files as they are, each with its type', async () => {
  const folder = temporaryFolder();
  const assets = [...Object.keys(TEXTS), ...Object.keys(OTHERS)];
  await writeFile(join(folder, 'files.json'), JSON.stringify({ pages: {}, assets, earlier: [] }));
  for (const name of assets) await writeFile(join(folder, name), name);
  for (const name of Object.keys(TEXTS)) await writeFile(join(folder, `${name}.br`), 'shorter');
  const build = new WebBuild(folder);
  for (const [name, type] of Object.entries(TEXTS)) {
    const { contentType, encoding, bytes, tag } = (await build.asset(name, 'br')) ?? {};
    assert.deepEqual([contentType, encoding, bytes?.toString(), tag], [type, 'br', 'shorter', `${name}-br`]);
    assert.equal((await build.asset(name))?.bytes.toString(), name);
  }
  for (const [name, type] of Object.entries(OTHERS)) {
    const { contentType, encoding, bytes, tag } = (await build.asset(name, 'br')) ?? {};
    assert.deepEqual([contentType, encoding, bytes?.toString(), tag], [type, undefined, name, name]);
  }
});
