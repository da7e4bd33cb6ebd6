// What the commands that take or bring everything a server has are given: their flags and words, and where progress is shown.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Progress } from '../../backups/refusal.ts';
import { placeFlags } from '../command-database.ts';
import { unreadable } from '../flag-values.ts';
import { shownProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';

const commonFlags = { ...placeFlags, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;

/** Shows progress to somebody at a terminal; in a log it would only be in the way. */
export function progressAtTerminal(): Progress {
  return process.stderr.isTTY === true ? shownProgress() : () => undefined;
}

/** Reads the flags of a command with its words, of which it takes exactly so many. */
export function givenTo(
  name: string,
  args: readonly string[],
  words: readonly string[],
  flags: ParseArgsOptionsConfig = {},
) {
  try {
    const options: typeof commonFlags & ParseArgsOptionsConfig = { ...flags, ...commonFlags };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (!values.help && positionals.length !== words.length)
      throw new UsageError(`Usage: ${[name, ...words].join(' ')}; see ${name} --help.`, 2);
    return { values, words: positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(error, `${name} --help`);
  }
}
