// The flags of `serve`, each with its environment variable and its default.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IncomingMailOptions } from '../delivery/incoming-mail/incoming-mail.ts';
import { readIncomingMail, readMailFrom, readSmtpUrl } from './mail-options.ts';
import { UsageError } from './usage.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly isDemo: boolean;
  readonly publicUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly incomingMail: IncomingMailOptions | undefined;
}

interface Flag {
  readonly name:
    | 'port'
    | 'host'
    | 'data'
    | 'database-url'
    | 'demo'
    | 'url'
    | 'smtp-url'
    | 'mail-from'
    | 'incoming-mail-port'
    | 'incoming-mail-domain';
  readonly value: string | undefined;
  readonly environment: string;
  readonly standard: string;
  readonly meaning: string;
}

const flags: readonly Flag[] = [
  {
    name: 'port',
    value: 'N',
    environment: 'PARLEY_PORT',
    standard: '9991',
    meaning: 'TCP port; 0 picks a free one',
  },
  {
    name: 'host',
    value: 'H',
    environment: 'PARLEY_HOST',
    standard: '127.0.0.1',
    meaning: 'address to listen on',
  },
  {
    name: 'data',
    value: 'DIR',
    environment: 'PARLEY_DATA',
    standard: './data',
    meaning: 'where the embedded deployment keeps everything',
  },
  {
    name: 'database-url',
    value: 'URL',
    environment: 'PARLEY_DATABASE_URL',
    standard: 'none: embedded',
    meaning: 'postgres://… selects PostgreSQL',
  },
  {
    name: 'demo',
    value: undefined,
    environment: 'PARLEY_DEMO',
    standard: 'off',
    meaning: 'fill an empty data directory with the demo organization',
  },
  {
    name: 'url',
    value: 'URL',
    environment: 'PARLEY_URL',
    standard: 'from host and port',
    meaning: "the organization's public address",
  },
  {
    name: 'smtp-url',
    value: 'URL',
    environment: 'PARLEY_SMTP_URL',
    standard: 'none: files below DATA/mail',
    meaning: 'smtp:// or smtps:// server that takes outgoing mail',
  },
  {
    name: 'mail-from',
    value: 'A',
    environment: 'PARLEY_MAIL_FROM',
    standard: 'noreply@ the public host',
    meaning: 'address that outgoing mail comes from',
  },
  {
    name: 'incoming-mail-port',
    value: 'N',
    environment: 'PARLEY_INCOMING_MAIL_PORT',
    standard: 'off',
    meaning: 'TCP port that takes mail for channels',
  },
  {
    name: 'incoming-mail-domain',
    value: 'D',
    environment: 'PARLEY_INCOMING_MAIL_DOMAIN',
    standard: 'off',
    meaning: "domain of the channels' email addresses",
  },
];

function help(): string {
  const lines = flags.map(({ name, value, environment, standard, meaning }) => {
    const flag = `--${name}${value ? ` ${value}` : ''}`;
    return `  ${flag.padEnd(24)} ${environment.padEnd(27)} ${meaning} (default: ${standard})`;
  });
  return ['Usage: npm start -- [FLAGS]', '', ...lines, `  ${'--help'.padEnd(52)} this text`, ''].join('\n');
}

/** Reads the flags and the environment; undefined when `--help` was answered. Refuses what is unusable. */
export function parseServeOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ServeOptions | undefined {
  let given: Record<string, string | boolean | undefined>;
  try {
    given = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        'database-url': { type: 'string' },
        demo: { type: 'boolean' },
        url: { type: 'string' },
        'smtp-url': { type: 'string' },
        'mail-from': { type: 'string' },
        'incoming-mail-port': { type: 'string' },
        'incoming-mail-domain': { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See --help.`, 2);
  }
  if (given.help) {
    process.stdout.write(help());
    return undefined;
  }
  const value = (name: Flag['name']): string | undefined => {
    const flag = flags.find((one) => one.name === name);
    const text = given[name] ?? (flag && environment[flag.environment]);
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  const host = value('host') ?? '127.0.0.1';
  const isDemo = given.demo === true || /^(1|true|on|yes)$/i.test(environment.PARLEY_DEMO ?? '');
  if (isDemo && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) {
    throw new UsageError('--demo is for this machine only: --host must be a loopback address.', 2);
  }
  return {
    host,
    port: readPort(value('port') ?? '9991'),
    dataDirectory: resolve(value('data') ?? './data'),
    databaseUrl: readDatabaseUrl(value('database-url')),
    isDemo,
    publicUrl: readUrl(value('url')),
    smtpUrl: readSmtpUrl(value('smtp-url')),
    mailFrom: readMailFrom(value('mail-from')),
    incomingMail: readIncomingMail(value('incoming-mail-port'), value('incoming-mail-domain')),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`, 2);
  }
  return port;
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) {
    throw new UsageError('--database-url must begin with postgres://.', 2);
  }
  return text;
}

function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError(`--url must be an http:// or https:// address, not "${text}".`, 2);
  }
  return text.replace(/\/+$/, '');
}
