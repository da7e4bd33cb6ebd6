// Opens the services that operations, pages and jobs share: the secret, the file store, the organizations and
// external systems.

import { updateCalls } from '../actions/native-calls/update-calls.ts';
import type { Services } from '../api/services.ts';
import { defaultConfiguredLimits } from '../api-contract/configured-limits.ts';
import { limits } from '../api-contract/limits.ts';
import { detailOf } from '../errors/error-detail.ts';
import { Hubs } from '../events/hubs.ts';
import { DiskSpace, diskUsageOf } from '../files/disk-space.ts';
import { openFileStore } from '../files/open-store.ts';
import { Pictures } from '../images/pictures.ts';
import { configuredCalls } from '../integrations/calls/configured-calls.ts';
import { readVideoCallConfiguration } from '../integrations/calls/video-call-configuration.ts';
import { ProviderSearch } from '../integrations/gifs/provider-search.ts';
import { HttpClient } from '../integrations/http/http-client.ts';
import {
  configuredCallServer,
  defaultCallConfiguration,
} from '../integrations/native-calls/configured-call-server.ts';
import { configuredRelay } from '../integrations/push/configured-push.ts';
import { openSignIn } from '../integrations/sign-in/sign-in-file.ts';
import { FetchedKeys } from '../integrations/webhooks/fetched-keys.ts';
import { externalMediaUrl } from '../model/external-media/external-media-url.ts';
import { compileQueueNarrow } from '../narrow/queue-narrow.ts';
import { SearchSlots } from '../narrow/search-slots.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { installSecrets, openColumn, sealPresentSecrets } from '../stores/sealed-column.ts';
import { Typesetter } from '../typesetting/typesetter.ts';
import { openDeploymentKeyring } from './deployment-keyring.ts';
import { SharedRateLimits } from './http/shared-rate-limits.ts';
import type { ServerOptions } from './server-options.ts';

/** The sender address given to the push relay when no sender of mail is configured. */
const FALLBACK_SENDER = 'noreply@localhost';

/**
 * Opens the services of a server on an open database.
 * @throws UnusableDatabaseError, UnusableFileStoreError or ConfigurationError, each with a message for the
 * operator
 */
export async function openServices(database: ParleyDatabase, options: ServerOptions): Promise<Services> {
  const {
    dataDirectory,
    heartbeatMilliseconds = limits.heartbeatSeconds * 1000,
    bounds = defaultConfiguredLimits,
  } = options;
  const providers = options.videoCalls ?? (await readVideoCallConfiguration(dataDirectory));
  const fileStore = await openFileStore(dataDirectory, options.s3);
  const keyring = await openDeploymentKeyring(database, options);
  const calls = configuredCallServer(options.calls ?? defaultCallConfiguration, keyring);
  database.atEndOfUnits(updateCalls);
  installSecrets(database, keyring);
  await sealPresentSecrets(database, keyring);
  const typesetter = new Typesetter();
  const hubs = await Hubs.start(database, {
    compileNarrow: compileQueueNarrow,
    heartbeatMilliseconds,
    onMaintenanceError: (name, error) =>
      options.log.error({ upkeep: name, error: detailOf(error) }, 'upkeep failed, will retry'),
    externalMediaUrl: (url) => externalMediaUrl(keyring, url),
    typeset: (items, authorId) => typesetter.typeset(items, authorId),
    openSecret: (purpose, sealed) => openColumn(keyring, purpose, sealed),
  });
  const webhookClient = new HttpClient(options.webhookTargets);
  const rateLimits = new SharedRateLimits(database);
  return {
    database,
    hubs,
    searchSlots: new SearchSlots(),
    keyring,
    videoCalls: configuredCalls(providers, calls.offer.mode !== 'off'),
    calls,
    rateLimits,
    callSignalBytes: rateLimits.of('call signals', limits.callSignalBytesPerMinute),
    push: await configuredRelay(keyring, options.pushRelay, options.mailFrom ?? FALLBACK_SENDER),
    log: options.log,
    isDemo: options.isDemo,
    sendsMail: options.smtpUrl !== undefined || options.mailFilesCountAsSent === true,
    bounds,
    fileStore,
    diskSpace: options.readFreeSpace
      ? new DiskSpace(options.readFreeSpace, 0)
      : new DiskSpace(diskUsageOf(dataDirectory)),
    gifs: new ProviderSearch(options.log, options.gifAddresses),
    pictures: new Pictures(),
    typesetter,
    dataDirectory,
    publicUrl: options.publicUrl,
    incomingMailDomain: options.incomingMail?.domain,
    jwtKey: options.jwtKey,
    signIn: await openSignIn(options.signIn),
    refusesWebhook: (address) => webhookClient.refuses(address),
    publicKeys: new FetchedKeys(webhookClient),
    refusesPushService: (address) => webhookClient.refuses(address) || webhookClient.isUnencrypted(address),
  };
}
