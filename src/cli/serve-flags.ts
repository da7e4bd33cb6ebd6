// The flags of `serve`, with their environment variables and defaults, for `--help` and for parsing.

import { defaultConfiguredLimits } from '../api-contract/configured-limits.ts';
import { limits } from '../api-contract/limits.ts';

/** The size limit of object stores for a single upload. */
export const FILE_MEGABYTES_MAXIMUM = 5120;

interface Flag {
  readonly name: string;
  /** The placeholder of the value; undefined for a boolean flag. */
  readonly value: string | undefined;
  readonly environment: string;
  readonly defaultText: string;
  readonly meaning: string;
}

export const serveFlags = [
  {
    name: 'port',
    value: 'N',
    environment: 'PARLEY_PORT',
    defaultText: '9991',
    meaning: 'TCP port; 0 picks a free one',
  },
  {
    name: 'host',
    value: 'H',
    environment: 'PARLEY_HOST',
    defaultText: '127.0.0.1',
    meaning: 'address to listen on',
  },
  {
    name: 'data',
    value: 'DIR',
    environment: 'PARLEY_DATA',
    defaultText: './data',
    meaning: 'data directory: database, uploads and secrets',
  },
  {
    name: 'database-url',
    value: 'URL',
    environment: 'PARLEY_DATABASE_URL',
    defaultText: 'none: embedded',
    meaning: 'postgres://… selects PostgreSQL',
  },
  {
    name: 'database-listen-url',
    value: 'URL',
    environment: 'PARLEY_DATABASE_LISTEN_URL',
    defaultText: 'the database URL',
    meaning: 'the database itself, for notifications, if --database-url is a pooler in transaction mode',
  },
  {
    name: 'database-read-url',
    value: 'URL',
    environment: 'PARLEY_DATABASE_READ_URL',
    defaultText: 'none',
    meaning: 'a standby of the database, for searches, counts, exports and digests',
  },
  {
    name: 'checkpoints',
    value: 'WHO',
    environment: 'PARLEY_CHECKPOINTS',
    defaultText: 'server',
    meaning: 'who keeps the write-ahead log of the embedded database small: server or litestream',
  },
  {
    name: 'demo',
    value: undefined,
    environment: 'PARLEY_DEMO',
    defaultText: 'off',
    meaning: 'fill an empty data directory with the demo organization',
  },
  {
    name: 'url',
    value: 'URL',
    environment: 'PARLEY_URL',
    defaultText: 'from host and port',
    meaning: "organization's public address",
  },
  {
    name: 'trusted-proxies',
    value: 'LIST',
    environment: 'PARLEY_TRUSTED_PROXIES',
    defaultText: 'none',
    meaning: 'addresses or networks of proxies whose X-Forwarded-For is trusted',
  },
  {
    name: 'smtp-url',
    value: 'URL',
    environment: 'PARLEY_SMTP_URL',
    defaultText: 'none: files below DATA/mail',
    meaning: 'smtp:// or smtps:// server for outgoing email',
  },
  {
    name: 'mail-from',
    value: 'A',
    environment: 'PARLEY_MAIL_FROM',
    defaultText: 'noreply@ the public host',
    meaning: 'sender address of outgoing email',
  },
  {
    name: 'incoming-mail-port',
    value: 'N',
    environment: 'PARLEY_INCOMING_MAIL_PORT',
    defaultText: 'off',
    meaning: 'TCP port for incoming email',
  },
  {
    name: 'incoming-mail-domain',
    value: 'D',
    environment: 'PARLEY_INCOMING_MAIL_DOMAIN',
    defaultText: 'off; localhost for --demo',
    meaning: "domain of the channels' email addresses",
  },
  {
    name: 'metrics-port',
    value: 'N',
    environment: 'PARLEY_METRICS_PORT',
    defaultText: 'none',
    meaning: 'TCP port that serves only GET /metrics, for other machines',
  },
  {
    name: 's3-endpoint',
    value: 'URL',
    environment: 'PARLEY_S3_ENDPOINT',
    defaultText: 'none: files below DATA',
    meaning: 'S3 store for uploads; its keys are PARLEY_S3_ACCESS_KEY_ID and PARLEY_S3_SECRET_ACCESS_KEY',
  },
  {
    name: 's3-bucket',
    value: 'B',
    environment: 'PARLEY_S3_BUCKET',
    defaultText: 'none',
    meaning: 'bucket of the S3 store, which must exist',
  },
  {
    name: 's3-region',
    value: 'R',
    environment: 'PARLEY_S3_REGION',
    defaultText: 'us-east-1',
    meaning: 'region of the S3 store',
  },
  {
    name: 's3-addressing',
    value: 'A',
    environment: 'PARLEY_S3_ADDRESSING',
    defaultText: 'path',
    meaning: 'where URLs contain the bucket name: path or host',
  },
  {
    name: 'push-relay-url',
    value: 'URL',
    environment: 'PARLEY_PUSH_RELAY_URL',
    defaultText: 'none: no phone notifications',
    meaning: 'relay for phone notifications',
  },
  {
    name: 'push-relay-id',
    value: 'ID',
    environment: 'PARLEY_PUSH_RELAY_ID',
    defaultText: 'the server registers itself',
    meaning: "this server's ID at the relay; its key is PARLEY_PUSH_RELAY_KEY",
  },
  {
    name: 'calls',
    value: 'MODE',
    environment: 'PARLEY_CALLS',
    defaultText: 'direct',
    meaning: "Parley's own calls: off, direct between browsers, or livekit for calls of more than two",
  },
  {
    name: 'livekit-url',
    value: 'URL',
    environment: 'PARLEY_LIVEKIT_URL',
    defaultText: 'none',
    meaning: 'LiveKit server for calls: wss://…; its key is PARLEY_LIVEKIT_KEY and PARLEY_LIVEKIT_SECRET',
  },
  {
    name: 'call-participants',
    value: 'N',
    environment: 'PARLEY_CALL_PARTICIPANTS',
    defaultText: String(limits.livekitParticipants),
    meaning: 'people in a call through the LiveKit server',
  },
  {
    name: 'turn-url',
    value: 'LIST',
    environment: 'PARLEY_TURN_URL',
    defaultText: 'none: direct connections only',
    meaning: 'TURN server for calls, like turn:turn.example.com; its secret is PARLEY_TURN_SECRET',
  },
  {
    name: 'stun-url',
    value: 'LIST',
    environment: 'PARLEY_STUN_URL',
    defaultText: 'none',
    meaning: 'STUN server for calls, like stun:turn.example.com',
  },
  {
    name: 'sign-in',
    value: 'FILE',
    environment: 'PARLEY_SIGN_IN',
    defaultText: 'none: passwords only',
    meaning: 'JSON file with the identity providers and directories',
  },
  {
    name: 'webhook-targets',
    value: 'LIST',
    environment: 'PARLEY_WEBHOOK_TARGETS',
    defaultText: 'none: public addresses only',
    meaning: 'private addresses that webhooks and Web Push may post to, like http://10.0.0.5:8080',
  },
  {
    name: 'requests-per-minute',
    value: 'N',
    environment: 'PARLEY_REQUESTS_PER_MINUTE',
    defaultText: String(defaultConfiguredLimits.requestsPerMinute),
    meaning: 'requests allowed per account, or per network without an account; or off',
  },
  {
    name: 'file-megabytes',
    value: 'N',
    environment: 'PARLEY_FILE_MEGABYTES',
    defaultText: String(defaultConfiguredLimits.fileMegabytes),
    meaning: `maximum size of an uploaded file in MiB, up to ${FILE_MEGABYTES_MAXIMUM}`,
  },
  {
    name: 'organization-megabytes',
    value: 'N',
    environment: 'PARLEY_ORGANIZATION_MEGABYTES',
    defaultText: 'off',
    meaning: 'storage quota of an organization for uploads, in MiB; or off',
  },
  {
    name: 'person-megabytes',
    value: 'N',
    environment: 'PARLEY_PERSON_MEGABYTES',
    defaultText: 'off',
    meaning: 'storage quota of a person and their bots for uploads, in MiB; or off',
  },
  {
    name: 'audit-days',
    value: 'N',
    environment: 'PARLEY_AUDIT_DAYS',
    defaultText: String(defaultConfiguredLimits.auditDays),
    meaning: 'days to keep the audit log; or off to keep all of it',
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    environment: 'PARLEY_LOG_LEVEL',
    defaultText: 'info',
    meaning: 'lowest level to log: error, warn or info',
  },
  {
    name: 'access-log',
    value: undefined,
    environment: 'PARLEY_ACCESS_LOG',
    defaultText: 'off',
    meaning: 'log every request, at level info',
  },
  {
    name: 'no-web',
    value: undefined,
    environment: 'PARLEY_NO_WEB',
    defaultText: 'off',
    meaning: 'serve only the API and the plain pages',
  },
] as const satisfies readonly Flag[];

export type ServeFlag = (typeof serveFlags)[number]['name'];

export function serveHelp(): string {
  const lines = serveFlags.map(({ name, value, environment, defaultText, meaning }) => {
    const flag = `--${name}${value ? ` ${value}` : ''}`;
    return `  ${flag.padEnd(26)} ${environment.padEnd(29)} ${meaning} (default: ${defaultText})`;
  });
  return ['Usage: npm start -- [FLAGS]', '', ...lines, `  ${'--help'.padEnd(56)} this text`, ''].join('\n');
}
