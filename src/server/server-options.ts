// The options that a server is built with.

import type { ConfiguredLimits } from '../api-contract/configured-limits.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { ReadDiskUsage } from '../files/disk-space.ts';
import type { S3Options } from '../files/s3-options.ts';
import type { VideoCallConfiguration } from '../integrations/calls/video-call-configuration.ts';
import type { GifAddresses } from '../integrations/gifs/provider-search.ts';
import type { IncomingMailOptions } from '../integrations/incoming-mail/incoming-mail.ts';
import type { CallConfiguration } from '../integrations/native-calls/configured-call-server.ts';
import type { RelayConfiguration } from '../integrations/push/configured-push.ts';
import type { Clock } from '../jobs/job.ts';
import type { SignInConfiguration } from '../model/sign-in/sign-in-configuration.ts';
import type { Migration } from '../storage/migrations/migration.ts';
import type { Flush } from '../storage/sqlite-flush.ts';
import type { CheckAnswer } from './request-handler.ts';

/** Where the server listens, where it stores its data, and the external systems it uses. */
export interface ServerOptions {
  /** The address to listen on. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** The address of a PostgreSQL database; undefined for the embedded engine in the data directory. */
  readonly databaseUrl: string | undefined;
  /** The address of the database itself, for notifications, if `databaseUrl` is that of a pooler. */
  readonly databaseListenUrl?: string | undefined;
  /** The address of a standby for long reads. */
  readonly databaseReadUrl?: string | undefined;
  /** Whether Litestream replicates the embedded database and runs its checkpoints. */
  readonly isReplicated?: boolean | undefined;
  /** Demo mode: on the same machine anyone can get anyone's key, and there are no rate limits. */
  readonly isDemo: boolean;
  /** The address that people and clients use, without a trailing slash; undefined for the address of each request. */
  readonly publicUrl: string | undefined;
  /** Addresses and networks of proxies trusted to state a request's origin. */
  readonly trustedProxies?: readonly string[];
  /** The mail server for outgoing mail; undefined for files in the data directory. */
  readonly smtpUrl?: string | undefined;
  /** Whether mail in these files counts as sent; for tests, which read it there. */
  readonly mailFilesCountAsSent?: boolean;
  /** The sender address of outgoing mail. */
  readonly mailFrom?: string | undefined;
  /** The options for incoming mail; undefined if it is disabled. */
  readonly incomingMail?: IncomingMailOptions | undefined;
  /** The port that serves metrics to other machines; undefined if only this machine can read them. */
  readonly metricsPort?: number | undefined;
  /** Whether each request is logged. */
  readonly writesAccessLog?: boolean | undefined;
  /** The relay for push notifications to phones; undefined if there are none. */
  readonly pushRelay?: RelayConfiguration | undefined;
  /** The key of a system that issues JWTs for people. */
  readonly jwtKey?: string | undefined;
  /** How people sign in besides passwords; undefined for passwords only. */
  readonly signIn?: SignInConfiguration | undefined;
  /** Addresses in private networks that webhooks and Web Push may post to. */
  readonly webhookTargets?: readonly string[] | undefined;
  /** Limits set by the operator; undefined for the defaults. */
  readonly bounds?: ConfiguredLimits | undefined;
  /** The object store for uploads and pictures; undefined for the data directory. */
  readonly s3?: S3Options | undefined;
  /** The video call services; undefined for those configured in the data directory. */
  readonly videoCalls?: VideoCallConfiguration;
  /** What is configured for Parley's own calls; undefined for the defaults. */
  readonly calls?: CallConfiguration | undefined;
  /** The directory of the built browser client; undefined if it is not served. */
  readonly webDirectory?: string | undefined;
  /** Connections that one address may hold open; lower than the default in tests. */
  readonly connectionsPerAddress?: number;
  readonly log: Logger;
  /** A pause between heartbeats that is shorter than the default; for tests. */
  readonly heartbeatMilliseconds?: number;
  /** Migrations of a later version; for tests. */
  readonly furtherMigrations?: readonly Migration[] | undefined;
  /** Replaces making commits durable; for tests. */
  readonly flush?: Flush;
  /** Replaces reading the free disk space from the system; for tests. */
  readonly readFreeSpace?: ReadDiskUsage;
  /** Checks answers against their declarations; for tests. */
  readonly checkAnswer?: CheckAnswer;
  /** Addresses in private networks that pictures in messages may be fetched from; for tests. */
  readonly pictureSources?: readonly string[];
  /** Other addresses of providers of GIFs; for tests. */
  readonly gifAddresses?: Partial<GifAddresses>;
  /** The clock of scheduled work; for tests. */
  readonly clock?: Clock;
}
