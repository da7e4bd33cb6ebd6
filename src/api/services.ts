// Everything that operations use beyond their own organization. Created once (`openServices`), closed once.

import type { ConfiguredLimits } from '../api-contract/configured-limits.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { Limiter, RateLimits } from '../api-contract/rate-limits.ts';
import type { Hubs } from '../events/hubs.ts';
import type { DiskSpace } from '../files/disk-space.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { VideoCalls } from '../model/calls/video-calls.ts';
import type { GifSearch } from '../model/gifs/gif-provider.ts';
import type { PublicKeys } from '../model/incoming-webhooks/key-signatures.ts';
import type { CallServer } from '../model/native-calls/call-server.ts';
import type { PushRelay } from '../model/push/push-relay.ts';
import type { SignIn } from '../model/sign-in/provider-clients.ts';
import type { SearchSlots } from '../narrow/search-slots.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { Typesetter } from '../typesetting/typesetter.ts';

export interface Services {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  /** Slots for the long searches in progress. */
  readonly searchSlots: SearchSlots;
  readonly keyring: Keyring;
  /** The video call providers that the server is configured for. */
  readonly videoCalls: VideoCalls;
  /** What the server provides for Parley's own calls. */
  readonly calls: CallServer;
  /** The limits that all servers of the database share. */
  readonly rateLimits: RateLimits;
  /** The bytes of signals that an account may send in a minute. */
  readonly callSignalBytes: Limiter;
  /** Sends notifications to phones; undefined if the server has no relay. */
  readonly push: PushRelay | undefined;
  readonly log: Logger;
  /** The key shared with a system that issues tokens for people; undefined if there is none. */
  readonly jwtKey: string | undefined;
  /** The identity providers. */
  readonly signIn: SignIn;
  /** Whether outgoing webhooks must not post to an address, judged by the address alone. */
  readonly refusesWebhook: (address: string) => boolean;
  /** The keys with which services sign their requests. */
  readonly publicKeys: PublicKeys;
  /** Whether Web Push must not send to an address, judged by the address alone. */
  readonly refusesPushService: (address: string) => boolean;
  /** Demo mode: development operations are enabled, and there are no rate limits. */
  readonly isDemo: boolean;
  /** Whether mail leaves the server. Without it, no one can confirm an email address with a link. */
  readonly sendsMail: boolean;
  readonly bounds: ConfiguredLimits;
  /** Where uploads and pictures are stored. */
  readonly fileStore: FileStore;
  /** The free space on the disk of the data directory. */
  readonly diskSpace: DiskSpace;
  /** Searches for GIFs at the providers. */
  readonly gifs: GifSearch;
  /** Decodes and scales uploaded pictures. */
  readonly pictures: Pictures;
  /** Typesets the formulas and code of messages. */
  readonly typesetter: Typesetter;
  /** Data of this server only: its secret, its settings, arriving files. */
  readonly dataDirectory: string;
  /** The configured public address, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** The domain of the channels' email addresses; undefined if they have none. */
  readonly incomingMailDomain: string | undefined;
}
