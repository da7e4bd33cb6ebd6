// Declares commands about one organization: parses flags, opens the database next to a running server, and
// prints the result for people or scripts.

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Keyring } from '../model/accounts/credentials.ts';
import { openDeploymentKeyring } from '../server/deployment-keyring.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { Unit } from '../storage/unit.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseFlags,
  databaseLocation,
  organizationAt,
  withExistingDatabase,
} from './command-database.ts';
import { argumentError } from './flag-values.ts';
import { printHelp } from './print-help.ts';
import { UsageError } from './usage.ts';

/** The context of a running command. */
export interface CommandContext {
  readonly database: ParleyDatabase;
  readonly organizationId: number;
  readonly reader: Reader;
  readonly databaseLocation: DatabaseLocation;
  readonly dataDirectory: string;
  /** The positional arguments. */
  readonly positionals: readonly string[];
  /** The values of the command's own flags. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The secret of the database. @throws UnusableDatabaseError if it is not in the data directory */
  keyring(): Promise<Keyring>;
  /** Runs a unit of work in the organization. */
  write<T>(unit: Unit<T>): Promise<T>;
}

/** A command's output: text for people, or with `--json` a value for scripts. */
export interface CommandOutput {
  readonly text: string;
  readonly json: unknown;
}

interface Declaration {
  /** The full name: `user list`. */
  readonly name: string;
  /** The names of the positional arguments; optional ones in brackets, a repeated last one with an ellipsis. */
  readonly parameters: readonly string[];
  /** The description and the command's own flags, line by line. */
  readonly help: string;
  readonly flags?: ParseArgsOptionsConfig;
  run(context: CommandContext): Promise<CommandOutput>;
}

const commonFlags = {
  ...databaseFlags,
  host: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const COMMON_HELP = `  --host H             the organization's host (default: the only organization)
  --json               prints JSON for scripts
${DATABASE_HELP}A running server picks up changes within seconds.
`;

function parseArguments({ name, parameters, flags = {} }: Declaration, args: readonly string[]) {
  try {
    const options: typeof commonFlags & ParseArgsOptionsConfig = { ...flags, ...commonFlags };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const required = parameters.filter((parameter) => !parameter.startsWith('[')).length;
    const maximum = parameters.at(-1)?.endsWith('…') ? Number.POSITIVE_INFINITY : parameters.length;
    if (!values.help && (positionals.length < required || positionals.length > maximum)) {
      throw new UsageError(`Usage: ${[name, ...parameters].join(' ')}. See ${name} --help.`, 2);
    }
    return { values, positionals };
  } catch (error) {
    throw error instanceof UsageError ? error : argumentError(error, `${name} --help`);
  }
}

/**
 * Makes a command. Errors are one sentence; the exit status is 2 for an invalid command line.
 *
 * @example
 * export const listUsers = organizationCommand({
 *   name: 'user list',
 *   parameters: [],
 *   help: 'Lists people and bots.',
 *   run: async ({ reader }) => outputOf(await readAccounts(reader)),
 * });
 */
export function organizationCommand(declared: Declaration): (args: readonly string[]) => Promise<void> {
  return async (args) => {
    const { values, positionals } = parseArguments(declared, args);
    if (values.help) {
      const { name, parameters, help } = declared;
      const usage = ['npm run parley --', name, ...parameters].join(' ');
      printHelp(`Usage: ${usage} [FLAGS]\n\n${help}\n${COMMON_HELP}`);
      return;
    }
    const location = databaseLocation(values);
    const { text, json } = await withExistingDatabase(location, async (database) => {
      const organizationId = await organizationAt(database, values.host);
      const keyLocation = { dataDirectory: location.dataDirectory, databaseUrl: location.url };
      return declared.run({
        database,
        organizationId,
        reader: database.reader(organizationId),
        databaseLocation: location,
        dataDirectory: location.dataDirectory,
        positionals,
        flags: values as CommandContext['flags'],
        keyring: () => openDeploymentKeyring(database, keyLocation),
        write: (unit) => database.write(organizationId, unit, 'command'),
      });
    });
    process.stdout.write(values.json ? `${JSON.stringify(json, undefined, 2)}\n` : text);
  };
}

/** The value of one of the command's own string flags. */
export function textFlag({ flags }: CommandContext, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Formats rows below headings in aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => `${cell ?? ''}`))];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => `${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}
