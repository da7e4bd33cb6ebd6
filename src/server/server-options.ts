// What a server is told when it is built.

import type { ConfiguredBounds } from '../api-contract/configured-bounds.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { ReadRoom } from '../files/disk-space.ts';
import type { S3Options } from '../files/s3-options.ts';
import type { VideoCallConfiguration } from '../integrations/calls/configuration.ts';
import type { IncomingMailOptions } from '../integrations/incoming-mail/incoming-mail.ts';
import type { RelayConfiguration } from '../integrations/push/configured.ts';
import type { Clock } from '../jobs/job.ts';
import type { SignInConfiguration } from '../model/sign-in/configuration.ts';
import type { Flush } from '../storage/sqlite-flush.ts';
import type { CheckAnswer } from './request-handler.ts';

/** Where the server is, where it keeps what it has, and what it works with outside itself. */
export interface ServerOptions {
  /** The address that it listens on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly dataDirectory: string;
  /** `postgres://…`; none: the embedded engine, in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Keys of anybody for anybody on the same machine, and no rate limits. */
  readonly isDemo: boolean;
  /** The address that people and clients reach it by, without a slash at its end; none: what they ask for. */
  readonly publicUrl: string | undefined;
  /** Addresses and networks of proxies that say whom a request comes from. */
  readonly trustedProxies?: readonly string[];
  /** Where outgoing mail goes; none: files in the data directory. */
  readonly smtpUrl?: string | undefined;
  /** Whether mail in those files counts as sent; for tests, which read it there. */
  readonly mailFilesCountAsSent?: boolean;
  /** The address that outgoing mail comes from. */
  readonly mailFrom?: string | undefined;
  /** Where mail comes in; none: nowhere. */
  readonly incomingMail?: IncomingMailOptions | undefined;
  /** The port that tells metrics to other machines; none: only this one may ask for them. */
  readonly metricsPort?: number | undefined;
  /** Whether each request becomes a line of the log. */
  readonly writesAccessLog?: boolean | undefined;
  /** The relay for notifications on phones; none: there are none. */
  readonly pushRelay?: RelayConfiguration | undefined;
  /** The key of a system that vouches for people. */
  readonly jwtKey?: string | undefined;
  /** How people sign in besides by password; none: not at all. */
  readonly signIn?: SignInConfiguration | undefined;
  /** Addresses of private networks that webhooks and Web Push may post to. */
  readonly webhookTargets?: readonly string[] | undefined;
  /** Chosen by whoever runs it; none: the standard ones. */
  readonly bounds?: ConfiguredBounds | undefined;
  /** The object store for uploads and pictures; none: the data directory. */
  readonly s3?: S3Options | undefined;
  /** Where calls are made; what the data directory says, unless given. */
  readonly videoCalls?: VideoCallConfiguration;
  /** Where the browser client was built; none: it is not served. */
  readonly webDirectory?: string | undefined;
  /** Connections that one address may hold open; fewer than usual in tests. */
  readonly connectionsPerAddress?: number;
  readonly log: Logger;
  /** Shorter than usual; for tests. */
  readonly heartbeatMilliseconds?: number;
  /** A stand-in for making commits durable; for tests. */
  readonly flush?: Flush;
  /** A stand-in for asking the system how much room the disk has; for tests. */
  readonly readRoom?: ReadRoom;
  /** Compares answers with their declarations; for tests. */
  readonly checkAnswer?: CheckAnswer;
  /** Addresses of private networks that pictures in messages may come from; for tests. */
  readonly pictureSources?: readonly string[];
  /** What time it is for what happens later; for tests. */
  readonly clock?: Clock;
}
