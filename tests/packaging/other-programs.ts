// Third-party programs that read files of this project. A test whose program is missing is skipped with a message.

import { execFileSync } from 'node:child_process';

/** The reason to skip a test that needs a program; false if it is installed. */
export function skipWithout(program: string): string | false {
  try {
    execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`], { stdio: 'ignore' });
    return false;
  } catch {
    return `${program} is not installed`;
  }
}
