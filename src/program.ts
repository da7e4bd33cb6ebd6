// Runs a command, and reports a failure as one sentence with an exit status.

import { runCommand } from './cli/commands.ts';
import { exitMessageOf } from './cli/exit-message.ts';

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
  const finished = command(args).then(() => {
    isDone = true;
  });
  finished.catch((error: unknown) => {
    const { text, status } = exitMessageOf(error);
    process.stderr.write(text);
    process.exit(status);
  });
}
