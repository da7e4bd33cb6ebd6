// The package as installed by an administrator: packed, installed into an empty folder without the network, and started by
// its command where there is no other Node.js, even without write access to its own folder.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, glob, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';
import { png } from '../uploads/support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const home = temporaryFolder();
const program = join(home, 'node_modules/parley');
const command = join(home, 'node_modules/.bin/parley');
const runningProcesses = new Set<ChildProcess>();

after(() => {
  for (const child of runningProcesses) child.kill('SIGKILL');
});

const CODE = '```python\nprint(1)\n```';

/** The environment of the installation: npm, but no network. */
const forNpm = {
  ...process.env,
  npm_config_cache: join(home, 'cache'),
  npm_config_offline: 'true',
  npm_config_registry: 'http://127.0.0.1:9/',
};

/** The environment at run time: the programs that the command uses, but no Node.js except the package's own. */
const environment = {
  HOME: home,
  PATH: join(home, 'programs'),
  NODE_OPTIONS: `--require=${join(home, 'note-itself.cjs')}`,
  NOTED: join(home, 'noted'),
};

async function prepareRuntimeEnvironment(): Promise<void> {
  await mkdir(environment.PATH);
  for (const name of ['dirname', 'readlink']) {
    const found = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    await symlink(found, join(environment.PATH, name));
  }
  await writeFile(
    join(home, 'note-itself.cjs'),
    "require('node:fs').appendFileSync(process.env.NOTED, process.execPath + '\\n');",
  );
}

async function parley(...args: string[]): Promise<string> {
  return (await run(command, args, { cwd: home, env: environment })).stdout;
}

interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function startProgram(args: readonly string[], options: SpawnOptions = {}): Promise<Started> {
  const words = ['serve', '--port', '0', '--data', join(home, 'data'), ...args];
  const child = spawn(command, words, { cwd: home, env: environment, ...options });
  runningProcesses.add(child);
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      const [, address] = /^parley listening on (\S+)$/m.exec(out) ?? [];
      if (address) resolve(address);
    });
    ended.then(([status]) => reject(new Error(`ended with ${status}`)), reject);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  };
  return { url, stop };
}

async function keyOfMel(url: string): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: 'mel@example.com' });
  const answer = await fetch(`${url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  return { authorization: `Basic ${btoa(`mel@example.com:${key}`)}` };
}

async function writableIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isSymbolicLink());
  const modes = await Promise.all(
    paths.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mode),
  );
  return paths.filter((_, at) => ((modes[at] ?? 0) & 0o222) !== 0).map(({ name }) => name);
}

/**
 * Revokes the runner's write access to the program's folder; returns how to spawn it. The superuser runs it as another
 * user.
 */
async function withReadOnlyProgramFolder(): Promise<SpawnOptions> {
  await run('chmod', ['-R', 'a-w', program]);
  assert.deepEqual(await writableIn(program), []);
  if (process.getuid?.() !== 0) return {};
  const UNPRIVILEGED_ID = 65_534;
  await chmod(home, 0o755);
  const own = ['data', 'noted'].map((name) => join(home, name));
  await run('chown', ['-R', `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, ...own]);
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
}

/** The expressions that load the packages that the program's modules need. */
async function loadingPackages(): Promise<string[]> {
  const expressions = new Set<string>();
  for await (const path of glob('src/**/*.{js,mjs}', { cwd: program })) {
    const code = await readFile(join(program, path), 'utf8');
    const loading = code.matchAll(/\b(from |import |import\(|require\()'([^'./#][^']*)'/g);
    for (const [, how, name = ''] of loading)
      if (!isBuiltin(name)) expressions.add(`${how === 'require(' ? 'require' : 'await import'}('${name}')`);
  }
  return [...expressions];
}

test('the package is installed and runs', async (t) => {
  const data = join(home, 'data');
  await prepareRuntimeEnvironment();

  await t.test('is packed, and installed without network access', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: root });
    const file = stdout.trim().split('\n').at(-1) ?? '';
    await writeFile(join(home, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', file], { cwd: home, env: forNpm });
    const names = await readdir(join(program, 'node_modules'));
    assert.ok(
      names.includes('find-my-way') && !names.includes('typescript') && !names.includes('esbuild'),
      names.join(' '),
    );
  });

  await t.test('includes all that its modules load, and no other files of packages', async () => {
    const loading = await loadingPackages();
    assert.ok(["require('katex')", "await import('nodemailer')"].every((one) => loading.includes(one)));
    const require =
      "import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/');";
    const code = [require, ...loading].join('\n');
    const [node = ''] = await Array.fromAsync(glob(join(program, 'node_modules/node-*/bin/node')));
    await run(node, ['--input-type=module', '--eval', code], { cwd: program, env: {} });
    const others = await Array.fromAsync(glob('node_modules/**/*.{ts,map,h,html}', { cwd: program }));
    assert.deepEqual(others, []);
    // Licenses must be passed on, whatever file they are in.
    const packages = await Array.fromAsync(glob('node_modules/{*,@*/*}/package.json', { cwd: program }));
    const licenses = await Array.fromAsync(
      glob('node_modules/{*,@*/*}/{licen,LICEN,COPYING,README,Readme,readme}*', { cwd: program }),
    );
    const withLicense = new Set(licenses.map((path) => dirname(path)));
    const foldersWithoutLicense = packages
      .map((path) => dirname(path))
      .filter((path) => !withLicense.has(path));
    assert.deepEqual(foldersWithoutLicense, []);
  });

  await t.test('includes the unit and samples that its guide names', async () => {
    const guide = await readFile(join(program, 'docs/guide/installing.md'), 'utf8');
    const linkedPaths = [...guide.matchAll(/\]\(\.\.\/\.\.\/(packaging\/[^)]+)\)/g)].map(
      ([, path]) => path ?? '',
    );
    assert.ok(
      linkedPaths.includes('packaging/parley.service') && linkedPaths.includes('packaging/nginx.conf'),
    );
    for (const path of linkedPaths) await access(join(program, path));
    await access(join(program, 'packaging/monitoring/parley-alerts.yml'));
  });

  await t.test('prints its name, and uses only its own Node.js', async () => {
    assert.match(await parley('--version'), /^parley \d/);
    assert.match(await parley('backup', '--help'), /^Usage: parley backup FILE/);
    const { node } = JSON.parse(await parley('version', '--json'));
    assert.equal(node, process.versions.node);
    const ran = (await readFile(environment.NOTED, 'utf8')).trim().split('\n');
    assert.deepEqual(
      ran.filter((path) => !path.startsWith(`${program}/node_modules/`)),
      [],
    );
  });

  await t.test('serves the API and the browser client, and keeps its data', async () => {
    const first = await startProgram(['--demo']);
    const headers = await keyOfMel(first.url);
    const message = {
      type: 'channel',
      to: 'general',
      topic: 'packed',
      content: `**all** here :tada: $$x^2$$\n${CODE}`,
    };
    const body = new URLSearchParams(message);
    const sent = await fetch(`${first.url}/api/v1/messages`, { method: 'POST', headers, body });
    const { id } = (await sent.json()) as { id: number };
    // Worker processes and threads are found too: one of them decodes the picture.
    const picture = new FormData();
    picture.set('file', new Blob([new Uint8Array(await png(1, 1))], { type: 'image/png' }), 'pixel.png');
    const avatar = await fetch(`${first.url}/api/v1/users/me/avatar`, {
      method: 'POST',
      headers,
      body: picture,
    });
    assert.equal(avatar.status, 200, await avatar.text());
    const page = await (await fetch(`${first.url}/login/`)).text();
    assert.match(page, /Log in as|Log in to/);
    assert.equal((await fetch(`${first.url}/service-worker.js`)).status, 200);
    await first.stop();

    // An administrator's installation is not writable for the service's user.
    const second = await startProgram([], await withReadOnlyProgramFolder());
    const read = await fetch(`${second.url}/api/v1/messages/${id}`, { headers });
    const { message: stored } = (await read.json()) as { message: { content: string } };
    assert.match(stored.content, /<strong>all<\/strong> here/);
    assert.match(stored.content, /class="katex"/);
    assert.match(stored.content, /data-code-language="Python".*<code>.*<span class=/s);
    await second.stop();
  });

  await t.test('has commands that work on its data', async () => {
    const file = join(home, 'backup.tar.gz');
    await parley('backup', file, '--data', data);
    await mkdir(join(home, 'other'));
    await parley('restore', file, '--data', join(home, 'other'));
    await access(join(home, 'other/parley.db'));
    assert.match(await parley('user', 'list', '--data', join(home, 'other')), /mel@example\.com/);
  });
  await run('chmod', ['-R', 'u+w', program]);
});
