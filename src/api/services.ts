// What every operation may use beyond its own organization: made once in `main`, closed once.

import type { ConfiguredBounds } from '../api-contract/configured-bounds.ts';
import type { Logger } from '../api-contract/logger.ts';
import type { Hubs } from '../events/hubs.ts';
import type { DiskSpace } from '../files/disk-space.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { VideoCalls } from '../model/calls/video-calls.ts';
import type { PublicKeys } from '../model/incoming-webhooks/key-signatures.ts';
import type { PushRelay } from '../model/push/relay.ts';
import type { SignIn } from '../model/sign-in/doors.ts';
import type { SearchSlots } from '../narrow/search-slots.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import type { Typesetter } from '../typesetting/typesetter.ts';

export interface Services {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  /** Whose long searches are under way. */
  readonly walkTurns: SearchSlots;
  readonly keyring: Keyring;
  /** The places for calls that the server is configured for. */
  readonly videoCalls: VideoCalls;
  /** What hands notifications on to phones; undefined: the server has no relay. */
  readonly push: PushRelay | undefined;
  readonly log: Logger;
  /** The key that a system shares with this server which vouches for people; none: nobody does. */
  readonly jwtKey: string | undefined;
  /** The providers that people sign in with. */
  readonly signIn: SignIn;
  /** Whether an address says by itself that outgoing webhooks do not post there. */
  readonly refusesWebhook: (address: string) => boolean;
  /** The keys by which services sign what they send. */
  readonly publicKeys: PublicKeys;
  /** Whether an address says by itself that nothing is sent to it by Web Push. */
  readonly refusesPushService: (address: string) => boolean;
  /** Demo mode: development endpoints answer, and there are no rate limits. */
  readonly isDemo: boolean;
  /** Whether mail leaves the server: without it, nobody can show by a mailed link that they read an address. */
  readonly sendsMail: boolean;
  readonly bounds: ConfiguredBounds;
  /** Where uploads and pictures are kept. */
  readonly fileStore: FileStore;
  /** The room on the disk of the data directory. */
  readonly diskSpace: DiskSpace;
  /** What reads and scales pictures that people send. */
  readonly pictures: Pictures;
  /** Typesets the formulas and code of messages. */
  readonly typesetter: Typesetter;
  /** What belongs to this server alone: its secret, its settings, files on their way in. */
  readonly dataDirectory: string;
  /** The public address when one was configured, without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** The domain of the channels' email addresses; undefined: they have none. */
  readonly incomingMailDomain: string | undefined;
}
