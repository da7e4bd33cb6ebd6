// Parses the arguments of the backup, restore and database commands, and chooses how they show progress.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Progress } from '../../backups/backup-error.ts';
import { databaseFlags } from '../command-database.ts';
import { argumentError } from '../flag-values.ts';
import { progressOnStandardError } from '../progress.ts';
import { UsageError } from '../usage.ts';

const commonFlags = { ...databaseFlags, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** Shows progress at a terminal only; it would clutter a log. */
export function progressAtTerminal(): Progress {
  return process.stderr.isTTY === true ? progressOnStandardError() : () => undefined;
}

/** Parses a command's flags and its positional arguments, whose number is fixed. @throws UsageError */
export function parseBackupArguments(
  name: string,
  args: readonly string[],
  parameters: readonly string[],
  flags: ParseArgsOptionsConfig = {},
) {
  try {
    const options: typeof commonFlags & ParseArgsOptionsConfig = { ...flags, ...commonFlags };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (!values.help && positionals.length !== parameters.length)
      throw new UsageError(`Usage: ${[name, ...parameters].join(' ')}. See ${name} --help.`, 2);
    return { values, positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : argumentError(error, `${name} --help`);
  }
}
