// The program: runs the command, and turns what went wrong into one sentence and an exit status.

import { runCommand } from './cli/commands.ts';
import { UsageError } from './cli/usage.ts';
import { messageOf } from './contract/error-detail.ts';

/** Runs the command that the arguments name. */
export function run(args: readonly string[]): void {
  // What any command writes is for its owner alone.
  process.umask(0o077);
  runCommand(args).catch((error: unknown) => {
    // Told by its name: the class would bring the storage along, which few commands need.
    const isExpected =
      error instanceof UsageError ||
      (error instanceof Error && error.constructor.name === 'UnusableDatabase');
    const text = messageOf(error);
    process.stderr.write(`${isExpected ? text : `Parley could not start: ${text}`}\n`);
    process.exit(error instanceof UsageError ? error.status : 1);
  });
}
