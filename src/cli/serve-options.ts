// Reads the options of `serve` from its flags and the environment.

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ConfiguredLimits, defaultConfiguredLimits } from '../api-contract/configured-limits.ts';
import type { S3Options } from '../files/s3-options.ts';
import type { IncomingMailOptions } from '../integrations/incoming-mail/incoming-mail.ts';
import type { CallConfiguration } from '../integrations/native-calls/configured-call-server.ts';
import type { RelayConfiguration } from '../integrations/push/configured-push.ts';
import { isLoopbackName } from '../model/loopback.ts';
import { type LogLevel, logLevels } from '../server/logger.ts';
import { readCalls } from './call-options.ts';
import { checkContradictions } from './contradictions.ts';
import { readFileStore } from './file-store-options.ts';
import {
  argumentError,
  booleanIn,
  checkpointsIn,
  databaseUrlIn,
  integerIn,
  isWebAddress,
  listIn,
  portIn,
  webAddressIn,
  withNegativeValues,
} from './flag-values.ts';
import { readIncomingMail, readMailFrom, readSmtpUrl } from './mail-options.ts';
import { printHelp } from './print-help.ts';
import { readPushRelay } from './push-options.ts';
import { FILE_MEGABYTES_MAXIMUM, type ServeFlag, serveFlags, serveHelp } from './serve-flags.ts';
import { checkSettingNames } from './setting-names.ts';
import { UsageError } from './usage.ts';

/** The checked options of `serve`. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly databaseListenUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  /** Whether Litestream replicates the embedded database and runs its checkpoints. */
  readonly isReplicated: boolean;
  readonly isDemo: boolean;
  readonly publicUrl: string | undefined;
  /** Addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly incomingMail: IncomingMailOptions | undefined;
  readonly metricsPort: number | undefined;
  readonly logLevel: LogLevel;
  readonly writesAccessLog: boolean;
  readonly s3: S3Options | undefined;
  readonly pushRelay: RelayConfiguration | undefined;
  readonly calls: CallConfiguration;
  /** The shared key of a system that signs logins (JWT), from the environment only. */
  readonly jwtKey: string | undefined;
  /** The file that configures identity providers and directories. */
  readonly signInFile: string | undefined;
  /** Addresses in private networks that webhooks and Web Push may post to. */
  readonly webhookTargets: readonly string[];
  readonly bounds: ConfiguredLimits;
  /** The directory of the built browser client; undefined if it is not served. */
  readonly webDirectory: string | undefined;
}

const WEB_DIRECTORY = fileURLToPath(new URL('../../build/web', import.meta.url));

const flagTypes = Object.fromEntries(
  serveFlags.map(({ name, value }) => [name, { type: value ? 'string' : 'boolean' } as const]),
);

function givenFlags(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const options = { ...flagTypes, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: withNegativeValues(args), options }).values;
  } catch (error) {
    throw argumentError(error, '--help');
  }
}

/** The positional arguments among a command's arguments, and the other arguments, which are flags of the server. */
export function positionalsAmong(
  args: readonly string[],
  help: string,
): { readonly positionals: readonly string[]; readonly others: readonly string[] } {
  const options = { ...flagTypes, help: { type: 'boolean' }, json: { type: 'boolean' } } as const;
  try {
    const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
    const positionals = tokens.filter((token) => token.kind === 'positional');
    const positions = new Set(positionals.map(({ index }) => index));
    return {
      positionals: positionals.map(({ value }) => value),
      others: args.filter((_, index) => !positions.has(index)),
    };
  } catch (error) {
    throw argumentError(error, help);
  }
}

/** Reads the flags and the environment; undefined if `--help` was printed. @throws UsageError for an invalid value */
export function parseServeOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): ServeOptions | undefined {
  const flags = givenFlags(args);
  if (flags.help) {
    printHelp(serveHelp());
    return undefined;
  }
  checkSettingNames(environment);
  const value = (name: ServeFlag): string | undefined => {
    const flag = serveFlags.find((candidate) => candidate.name === name);
    const text = flags[name] ?? (flag && environment[flag.environment]);
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
  const host = value('host') ?? '127.0.0.1';
  const url = value('url');
  const signInFile = value('sign-in');
  const isDemo = flags.demo === true || booleanIn('PARLEY_DEMO', environment.PARLEY_DEMO);
  const servesWeb = flags['no-web'] !== true && !booleanIn('PARLEY_NO_WEB', environment.PARLEY_NO_WEB);
  if (isDemo && !isLoopbackName(host)) {
    throw new UsageError('--demo only works on this machine. Set --host to a loopback address.', 2);
  }
  if (signInFile !== undefined && url === undefined)
    throw new UsageError('--sign-in needs --url, the address that providers send people back to.', 2);
  const options: ServeOptions = {
    host,
    port: portIn('--port', value('port') ?? '9991'),
    dataDirectory: resolve(value('data') ?? './data'),
    databaseUrl: databaseUrlIn(value('database-url')),
    isReplicated: checkpointsIn(value('checkpoints')),
    databaseReadUrl: databaseUrlIn(value('database-read-url'), '--database-read-url'),
    databaseListenUrl: databaseUrlIn(value('database-listen-url'), '--database-listen-url'),
    isDemo,
    publicUrl: url === undefined ? undefined : webAddressIn('--url', url),
    trustedProxies: readProxies(value('trusted-proxies')),
    smtpUrl: readSmtpUrl(value('smtp-url')),
    mailFrom: readMailFrom(value('mail-from')),
    incomingMail: readIncomingMail(
      value('incoming-mail-port'),
      value('incoming-mail-domain') ?? (isDemo ? 'localhost' : undefined),
    ),
    metricsPort: readMetricsPort(value('metrics-port')),
    s3: readFileStore(
      {
        endpoint: value('s3-endpoint'),
        bucket: value('s3-bucket'),
        region: value('s3-region'),
        addressing: value('s3-addressing'),
      },
      environment,
    ),
    pushRelay: readPushRelay(value('push-relay-url'), value('push-relay-id'), environment),
    calls: readCalls(
      {
        mode: value('calls'),
        turnUrls: value('turn-url'),
        stunUrls: value('stun-url'),
        livekitUrl: value('livekit-url'),
        participants: value('call-participants'),
      },
      environment,
    ),
    signInFile: signInFile === undefined ? undefined : resolve(signInFile),
    webhookTargets: readWebhookTargets(value('webhook-targets')),
    jwtKey: readJwtKey(environment.PARLEY_JWT_KEY),
    bounds: {
      requestsPerMinute: readRequestsPerMinute(value('requests-per-minute')),
      fileMegabytes: readFileMegabytes(value('file-megabytes')),
      organizationMegabytes: readQuota('organization-megabytes', value('organization-megabytes')),
      personMegabytes: readQuota('person-megabytes', value('person-megabytes')),
      auditDays: readAuditDays(value('audit-days')),
    },
    logLevel: readLogLevel(value('log-level')),
    writesAccessLog:
      flags['access-log'] === true || booleanIn('PARLEY_ACCESS_LOG', environment.PARLEY_ACCESS_LOG),
    webDirectory: servesWeb ? WEB_DIRECTORY : undefined,
  };
  checkContradictions(options, (flag) => value(flag) !== undefined);
  return options;
}

function readLogLevel(text = 'info'): LogLevel {
  const level = logLevels.find((level) => level === text);
  if (!level) throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not "${text}".`, 2);
  return level;
}

function readMetricsPort(text: string | undefined): number | undefined {
  return text === undefined ? undefined : portIn('--metrics-port', text);
}

function readRequestsPerMinute(text: string | undefined): number | undefined {
  if (text === undefined) return defaultConfiguredLimits.requestsPerMinute;
  if (/^off$/i.test(text)) return undefined;
  return integerIn('--requests-per-minute', text, 1_000_000, ', or off');
}

function readFileMegabytes(text: string | undefined): number {
  if (text === undefined) return defaultConfiguredLimits.fileMegabytes;
  return integerIn('--file-megabytes', text, FILE_MEGABYTES_MAXIMUM);
}

/** A pebibyte, more than any disk holds. */
const QUOTA_MEGABYTES_MAXIMUM = 1024 ** 3;

function readQuota(flag: string, text: string | undefined): number | undefined {
  if (text === undefined || /^off$/i.test(text)) return undefined;
  return integerIn(`--${flag}`, text, QUOTA_MEGABYTES_MAXIMUM, ', or off');
}

function readAuditDays(text: string | undefined): number | undefined {
  if (text === undefined) return defaultConfiguredLimits.auditDays;
  if (/^off$/i.test(text)) return undefined;
  return integerIn('--audit-days', text, 100_000, ', or off');
}

/** The minimum length of a key. It equals that of the hash, since a shorter key could be guessed. */
const JWT_KEY_BYTES = 32;

function readJwtKey(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (Buffer.byteLength(text) < JWT_KEY_BYTES) {
    throw new UsageError(`PARLEY_JWT_KEY is too short. Use at least ${JWT_KEY_BYTES} characters.`, 2);
  }
  return text;
}

/** Comma-separated http(s) addresses. */
function readWebhookTargets(text: string | undefined): string[] {
  const targets = listIn(text);
  for (const target of targets) {
    if (!isWebAddress(target)) {
      throw new UsageError(`--webhook-targets must be http:// or https:// addresses, not ${target}.`, 2);
    }
  }
  return targets;
}

/** Comma-separated addresses like 10.0.0.5 and networks like 10.0.0.0/8. */
function readProxies(text: string | undefined): string[] {
  const networks = listIn(text);
  for (const network of networks) {
    const [address = '', bits, ...more] = network.split('/');
    const family = isIP(address);
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    if (family === 0 || !isNetwork || more.length > 0) {
      throw new UsageError(`--trusted-proxies must be addresses or networks, not ${network}.`, 2);
    }
  }
  return networks;
}
