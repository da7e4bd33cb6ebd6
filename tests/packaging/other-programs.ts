// Programs of other people that read what the project gives them. A test whose program is not there is skipped, and says so.

import { execFileSync } from 'node:child_process';

/** Why a test that needs a program is skipped; false where the program is there. */
export function skipWithout(program: string): string | false {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return false;
  } catch {
    return `${program} is not installed`;
  }
}
