// A third-party Java library, fetched from its registry into a temporary folder, and a driver that uses it.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientFolder } from './credentials.ts';

const run = promisify(execFile);

export interface JavaEnvironment {
  /** Runs a driver of this folder, a single source file, and returns the JSON in its last line. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read a driver's output freely
  drive(driver: string, args: readonly string[]): Promise<any>;
}

/** The coordinates of a library in its registry. */
export interface JavaLibrary {
  readonly group: string;
  readonly name: string;
  readonly version: string;
}

function project({ group, name, version }: JavaLibrary): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>driver</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`;
}

/** Fetches a library with its dependencies; undefined, with a message, if Java or Maven is missing. */
export async function javaWith(library: JavaLibrary): Promise<JavaEnvironment | undefined> {
  const folder = await clientFolder();
  try {
    await Promise.all([run('java', ['-version']), run('mvn', ['--version'])]);
  } catch {
    process.stdout.write('Java or Maven is not installed: the clients that need them are skipped.\n');
    return undefined;
  }
  await writeFile(join(folder, 'pom.xml'), project(library));
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: folder,
    timeout: 300_000,
  });
  return {
    async drive(driver, args) {
      const file = fileURLToPath(new URL(driver, import.meta.url));
      const { stdout } = await run('java', ['-cp', join(folder, 'lib', '*'), file, ...args], {
        timeout: 150_000,
        maxBuffer: 64 * 1024 * 1024,
      });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    },
  };
}
