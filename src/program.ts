// The program: runs the command, and turns what went wrong into one sentence and an exit status.

import { isOutOfRoom, messageOf } from './api-contract/error-detail.ts';
import { runCommand } from './cli/commands.ts';
import { UsageError } from './cli/usage.ts';

/** What is told of a command that failed, in one sentence, and the exit status. */
export function refusalOf(error: unknown): { readonly text: string; readonly status: number } {
  // Told by its name: the class would bring the storage along, which few commands need.
  const isExpected =
    error instanceof UsageError || (error instanceof Error && error.constructor.name === 'UnusableDatabase');
  const told = messageOf(error);
  const text = isOutOfRoom(error)
    ? `there is no room left on the disk; free some and try again (${told})`
    : told;
  return {
    text: `${isExpected ? text : `Parley could not start: ${text}`}\n`,
    status: error instanceof UsageError ? error.status : 1,
  };
}

/** Runs the command that the arguments name; `command` is another in tests. */
export function run(args: readonly string[], command: typeof runCommand = runCommand): void {
  // What any command writes is for its owner alone.
  process.umask(0o077);
  // A log on a full disk ends nothing.
  process.stderr.on('error', () => undefined);
  let isDone = false;
  // Nothing is left to wait for, and still the command has not said that it is done: something was lost on the way.
  process.once('beforeExit', () => {
    if (isDone) return;
    process.stderr.write('Parley ended before the command was done.\n');
    process.exitCode = 1;
  });
  const ended = command(args).then(() => {
    isDone = true;
  });
  ended.catch((error: unknown) => {
    const { text, status } = refusalOf(error);
    process.stderr.write(text);
    process.exit(status);
  });
}
