// Runs a command, and reports a failure as one sentence with an exit status.

import { runCommand } from './cli/commands.ts';
import { UsageError } from './cli/usage.ts';
import { isDiskFullError, messageOf } from './errors/error-detail.ts';

/** The message and exit status of a failed command. */
export function failureMessage(error: unknown): { readonly text: string; readonly status: number } {
  // Detected by name: importing the class would load the storage layer, which few commands need.
  const isExpected =
    error instanceof UsageError ||
    (error instanceof Error && error.constructor.name === 'UnusableDatabaseError');
  const message = messageOf(error);
  const isDiskFull = isDiskFullError(error);
  const text = isDiskFull ? `The disk is full. Free some space and try again (${message}).` : message;
  return {
    text: `${isExpected || isDiskFull ? text : `Parley failed: ${text}`}\n`,
    status: error instanceof UsageError ? error.status : 1,
  };
}

/** Runs the command that the arguments name; tests replace `command`. */
export function run(args: readonly string[], command: typeof runCommand = runCommand): void {
  // Files that commands write are readable only by their owner.
  process.umask(0o077);
  // A log on a full disk must not end the process.
  process.stderr.on('error', () => undefined);
  let isDone = false;
  // The event loop is empty although the command has not finished: a promise was lost.
  process.once('beforeExit', () => {
    if (isDone) return;
    process.stderr.write('Parley exited before the command finished.\n');
    process.exitCode = 1;
  });
  const ended = command(args).then(() => {
    isDone = true;
  });
  ended.catch((error: unknown) => {
    const { text, status } = failureMessage(error);
    process.stderr.write(text);
    process.exit(status);
  });
}
