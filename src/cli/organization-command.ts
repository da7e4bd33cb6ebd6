// A command about one organization, as it is declared: its flags are read, the database is opened beside the server that
// may run, and what came of it is printed, for people or for scripts.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Keyring } from '../model/accounts/credentials.ts';
import { openDeploymentKeyring } from '../server/deployment-keyring.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { Reader } from '../storage/session.ts';
import type { Unit } from '../storage/unit.ts';
import {
  type DatabasePlace,
  organizationAt,
  PLACE_HELP,
  placeFlags,
  placeOf,
  withPresentDatabase,
} from './command-database.ts';
import { unreadable } from './flag-values.ts';
import { printHelp } from './print-help.ts';
import { UsageError } from './usage.ts';

/** What a command works with. */
export interface AtWork {
  readonly database: ParleyDatabase;
  readonly organizationId: number;
  readonly reader: Reader;
  readonly place: DatabasePlace;
  readonly dataDirectory: string;
  /** What was given beside the flags, as many as the command takes. */
  readonly words: readonly string[];
  /** The values of the command's own flags. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The secret of the database. @throws UnusableDatabase where it is not the directory's */
  keyring(): Promise<Keyring>;
  /** Runs a unit of work in the organization. */
  write<T>(unit: Unit<T>): Promise<T>;
}

/** What a command prints: lines for people, or with `--json` a value for scripts. */
export interface Told {
  readonly text: string;
  readonly json: unknown;
}

interface Declaration {
  /** With the family's: `user list`. */
  readonly name: string;
  /** What stands beside the flags, each in capitals; optional ones in brackets, and several of the last with an ellipsis. */
  readonly words: readonly string[];
  /** What it does, and its own flags, line by line. */
  readonly help: string;
  readonly flags?: ParseArgsOptionsConfig;
  run(at: AtWork): Promise<Told>;
}

const commonFlags = {
  ...placeFlags,
  host: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const COMMON_HELP = `  --host H             the organization's host (default: the only organization)
  --json               prints JSON for scripts
${PLACE_HELP}A server that runs takes in within seconds what is changed.
`;

function parsed({ name, words, flags = {} }: Declaration, args: readonly string[]) {
  try {
    const options: typeof commonFlags & ParseArgsOptionsConfig = { ...flags, ...commonFlags };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const needed = words.filter((word) => !word.startsWith('[')).length;
    const most = words.at(-1)?.endsWith('…') ? Number.POSITIVE_INFINITY : words.length;
    if (!values.help && (positionals.length < needed || positionals.length > most)) {
      throw new UsageError(`Usage: ${[name, ...words].join(' ')}; see ${name} --help.`, 2);
    }
    return { values, positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(error, `${name} --help`);
  }
}

/**
 * Makes a command. It refuses in one sentence, with status 2 where the command line is wrong.
 *
 * @example
 * export const listUsers = organizationCommand({
 *   name: 'user list',
 *   words: [],
 *   help: 'lists people and bots',
 *   run: async ({ reader }) => told(await readAccounts(reader)),
 * });
 */
export function organizationCommand(declared: Declaration): (args: readonly string[]) => Promise<void> {
  return async (args) => {
    const { values, positionals } = parsed(declared, args);
    if (values.help) {
      const { name, words, help } = declared;
      const usage = ['npm run parley --', name, ...words].join(' ');
      printHelp(`Usage: ${usage} [FLAGS]\n\n${help}\n${COMMON_HELP}`);
      return;
    }
    const place = placeOf(values);
    const { text, json } = await withPresentDatabase(place, async (database) => {
      const organizationId = await organizationAt(database, values.host);
      const keyPlace = { dataDirectory: place.dataDirectory, databaseUrl: place.url };
      return declared.run({
        database,
        organizationId,
        reader: database.reader(organizationId),
        place,
        dataDirectory: place.dataDirectory,
        words: positionals,
        flags: values as AtWork['flags'],
        keyring: () => openDeploymentKeyring(database, keyPlace),
        write: (unit) => database.write(organizationId, unit, 'command'),
      });
    });
    process.stdout.write(values.json ? `${JSON.stringify(json, undefined, 2)}\n` : text);
  };
}

/** The value of one of the command's own flags that takes a text. */
export function textFlag({ flags }: AtWork, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Rows under their headings, each column as wide as its widest. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => `${cell ?? ''}`))];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => `${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}
