// Creates the fixtures of `tests/storage/releases.test.ts`: the database of a release with a small organization, on which the
// test starts the current server. Run once for each release, with its sources in DIR and its packages installed:
//   node scripts/release-fixture.mjs DIR tests/storage/releases/NAME [--database-url postgres://…/EMPTY --pg-dump PROGRAM]

import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';

const text = { type: 'string' };
const { values, positionals } = parseArgs({
  options: { 'database-url': text, 'pg-dump': text },
  allowPositionals: true,
});
const [sources, target] = positionals;
const databaseUrl = values['database-url'];
const data = mkdtempSync(join(tmpdir(), 'parley-release-'));
const storageArgs = ['--data', data, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
const login = { email: 'bo@acme.example', password: 'a fine password' };

const main = join(sources, 'src/main.mjs');
writeFileSync(join(data, 'password'), login.password);
const founding = ['--name', 'Acme', '--owner-email', login.email, '--owner-name', 'Bo Boss'];
const key = execFileSync(
  process.execPath,
  [main, 'organization', 'create', ...founding, '--password-file', join(data, 'password'), ...storageArgs],
  { encoding: 'utf8' },
).trim();

const server = spawn(process.execPath, [main, 'serve', '--port', '0', ...storageArgs], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
for await (const chunk of server.stdout) {
  output += chunk;
  if (output.includes('\n')) break;
}
const url = /listening on (\S+)/.exec(output)?.[1];

async function call(method, path, parameters = {}) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${login.email}:${key}`)}` },
    ...(method !== 'GET' && { body: new URLSearchParams(parameters) }),
  });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

const { user_id: own } = await call('GET', '/users/me');
const greeting = { type: 'channel', to: 'general', topic: 'lighthouses' };
const { id } = await call('POST', '/messages', { ...greeting, content: 'The **lamp** is lit' });
await call('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
await call('POST', '/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'starred' });
await call('POST', '/messages', { ...greeting, content: 'and the horn https://example.org/horn sounds' });
await call('POST', '/messages', { ...greeting, topic: '✔ ferries', content: 'gone' });
await call('POST', '/messages', { type: 'direct', to: `[${own}]`, content: 'a note to myself' });
const ended = new Promise((resolve) => server.once('close', resolve));
server.kill('SIGTERM');
await ended;

mkdirSync(target, { recursive: true });
const copy = join(data, 'copy.db');
if (databaseUrl) {
  const dump = execFileSync(
    values['pg-dump'] ?? 'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', databaseUrl],
    { encoding: 'utf8' },
  );
  // Without psql meta-commands and comments.
  const lines = dump.split('\n').filter((line) => !/^(\\|--|$)/.test(line));
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(lines.join('\n'), { level: 9 }));
  copyFileSync(join(data, 'secret'), join(target, 'postgres.secret'));
} else {
  const database = new Database(join(data, 'parley.db'));
  database.exec(`vacuum into '${copy}'`);
  database.close();
  const file = execFileSync('cat', [copy], { maxBuffer: 1e9 });
  writeFileSync(join(target, 'sqlite.db.gz'), gzipSync(file, { level: 9 }));
  copyFileSync(join(data, 'secret'), join(target, 'sqlite.secret'));
}
rmSync(data, { recursive: true, force: true });
