// The flags of the relay, with their environment variables and defaults.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  argumentError,
  booleanIn,
  portIn,
  webAddressIn,
  withNegativeValues,
} from '../src/cli/flag-values.ts';
import { UsageError } from '../src/cli/usage.ts';
import type { AppleConfiguration } from './apple.ts';
import type { GoogleConfiguration } from './google.ts';

/** The checked options of the relay. */
export interface RelayCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly isOpen: boolean;
  readonly apple: AppleConfiguration | undefined;
  readonly google: GoogleConfiguration | undefined;
}

const flags = {
  host: ['H', 'address to listen on', '127.0.0.1'],
  port: ['N', 'TCP port; 0 picks a free one', '9992'],
  data: ['DIR', "directory of the relay's key and database", './relay-data'],
  'apns-team-id': ['ID', "ID of the app's team at Apple", 'none'],
  'apns-key-id': ['ID', 'ID of the signing key at Apple', 'none'],
  'apns-key-file': ['FILE', 'signing key from Apple (.p8)', 'none'],
  'apns-url': ['URL', 'push service of Apple', 'https://api.push.apple.com'],
  'fcm-account-file': ['FILE', 'service account from Google (JSON)', 'none'],
  'fcm-url': ['URL', 'push service of Google', 'https://fcm.googleapis.com'],
} as const satisfies Readonly<Record<string, readonly [string, string, string]>>;

type FlagName = keyof typeof flags;
type FlagReader = (name: FlagName) => string | undefined;

function variableOf(name: string): string {
  return `PARLEY_RELAY_${name.toUpperCase().replaceAll('-', '_')}`;
}

export function relayHelp(): string {
  const line = (flag: string, variable: string, meaning: string) =>
    `  ${flag.padEnd(24)} ${variable.padEnd(30)} ${meaning}`;
  return [
    'Usage: npm run relay -- [FLAGS]                      Runs the relay',
    '       npm run relay -- add-server --hostname H      Creates an ID and key for a server',
    '       npm run relay -- servers                      Lists the servers',
    '       npm run relay -- deactivate ID | activate ID  Turns a server off or on',
    '',
    ...Object.entries(flags).map(([name, [value, meaning, fallback]]) =>
      line(`--${name} ${value}`, variableOf(name), `${meaning} (default: ${fallback})`),
    ),
    line('--open', variableOf('open'), 'let servers register themselves (default: off)'),
    line('--help', '', 'this text'),
    '',
  ].join('\n');
}

function parseFlags(args: readonly string[]): { values: Record<string, string | boolean | undefined> } {
  const text = { type: 'string' } as const;
  const options = Object.fromEntries(Object.keys(flags).map((name) => [name, text]));
  try {
    return parseArgs({
      args: withNegativeValues(args),
      options: { ...options, open: { type: 'boolean' } },
    });
  } catch (error) {
    throw argumentError(error, '--help');
  }
}

/** The directory of the relay's key and database. */
export function relayDirectory(flag: string | undefined, environment: NodeJS.ProcessEnv): string {
  return resolve(flag || environment[variableOf('data')] || flags.data[2]);
}

/** Reads the flags and the environment. @throws UsageError for an invalid value */
export async function parseRelayOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<RelayCommandOptions> {
  const { values } = parseFlags(args);
  const flagValue: FlagReader = (name) => {
    const value = values[name] ?? environment[variableOf(name)];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const apple = await appleOf(flagValue);
  const google = await googleOf(flagValue);
  if (!apple && !google) {
    throw new UsageError('Set --apns-key-file, --fcm-account-file or both. See --help.', 2);
  }
  return {
    host: flagValue('host') ?? flags.host[2],
    port: portIn('--port', flagValue('port') ?? flags.port[2]),
    dataDirectory: relayDirectory(flagValue('data'), environment),
    isOpen: values.open === true || booleanIn(variableOf('open'), environment[variableOf('open')]),
    apple,
    google,
  };
}

async function contentOf(name: FlagName, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`Cannot read the file in --${name}: ${file}.`, 2);
  }
}

async function appleOf(flagValue: FlagReader): Promise<AppleConfiguration | undefined> {
  const teamId = flagValue('apns-team-id');
  const keyId = flagValue('apns-key-id');
  const keyFile = flagValue('apns-key-file');
  if (!teamId && !keyId && !keyFile) return undefined;
  if (!teamId || !keyId || !keyFile) {
    throw new UsageError(
      '--apns-team-id, --apns-key-id and --apns-key-file belong together. Set all three.',
      2,
    );
  }
  const url = webAddressIn('--apns-url', flagValue('apns-url') ?? flags['apns-url'][2]);
  return { url, teamId, keyId, key: await contentOf('apns-key-file', keyFile) };
}

async function googleOf(flagValue: FlagReader): Promise<GoogleConfiguration | undefined> {
  const file = flagValue('fcm-account-file');
  if (!file) return undefined;
  let account: Readonly<Record<string, unknown>>;
  try {
    account = JSON.parse(await contentOf('fcm-account-file', file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError('The file in --fcm-account-file is not valid JSON.', 2);
  }
  const field = (name: string): string => {
    const value = account[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new UsageError(`The service account in --fcm-account-file has no ${name}.`, 2);
  };
  return {
    url: webAddressIn('--fcm-url', flagValue('fcm-url') ?? flags['fcm-url'][2]),
    projectId: field('project_id'),
    clientEmail: field('client_email'),
    privateKey: field('private_key'),
    tokenUrl: webAddressIn('--fcm-account-file', field('token_uri')),
  };
}
