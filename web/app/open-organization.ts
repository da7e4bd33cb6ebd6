// Starts the page: the table of routes, the registration, and then events while it is open.

import { jittered } from '../../client/backoff.ts';
import { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { untilOnline } from '../components/until-online.ts';
import { untilVisible } from '../components/until-visible.ts';
import { cachedMessagesOf, cacheMessages } from '../data/cache-messages.ts';
import { browserStateCache, cacheViews } from '../data/cache-state.ts';
import type { CachedMessages } from '../data/cached-messages.ts';
import { eventSource } from '../data/event-source.ts';
import { follow } from '../data/follow.ts';
import { keepOfflineCopy } from '../data/offline-copy.ts';
import type { Organization } from '../data/organization.ts';
import { refreshAnonymous } from '../data/refresh-anonymous.ts';
import { ServerWatch } from '../data/server-watch.ts';
import { fetchFirstView } from './first-view.ts';
import { isLoggingOut } from './log-out.ts';
import { loginAddress } from './login-address.ts';

async function fetchRoutes(
  signal: AbortSignal,
): Promise<Awaited<ConstructorParameters<typeof ParleyClient>[0]['table']>> {
  const answer = await fetch('/api/client-table.json', { signal });
  if (!answer.ok) throw new Error(`the table of routes is answered with ${answer.status}`);
  return answer.json();
}

/** Roughly how long the page waits before it probes an unreachable server again. */
const PROBE_MILLISECONDS = 4000;

/** Opens the organization and follows it until the signal is aborted. */
export async function openOrganization(
  onOpen: (organization: Organization) => void,
  signal: AbortSignal,
): Promise<void> {
  let organization: Organization | undefined;
  let cachedMessages: CachedMessages | undefined;
  const cachedState = browserStateCache(() => cachedMessages?.forgetAll());
  const updateConnection = () => {
    if (organization) organization.connection = server.isReached ? 'following' : 'interrupted';
  };
  const channel = new BroadcastChannel('parley-connection');
  signal.addEventListener('abort', () => channel.close());
  const server = new ServerWatch({
    ask: (probeSignal) => client.call('get-server-settings', {}, { signal: probeSignal }),
    pause: async () => {
      // With jitter, so that a restarted server is not probed by all pages at the same moment.
      await untilOnline(jittered(PROBE_MILLISECONDS), signal);
      await untilVisible(signal);
    },
    onChange: () => updateConnection(),
    channel,
    signal,
  });
  // The browser may notice before a call fails.
  addEventListener('offline', () => server.note(false), { signal });
  const table = fetchRoutes(signal);
  // Callers receive the error; cached data is shown before the first call.
  table.catch(() => undefined);
  const client = new ParleyClient({
    url: '',
    prefix: '/json',
    table,
    onReach: (isReached, sentAt) => server.note(isReached, sentAt),
    onSlow: () => void server.probe(),
    onProofRequired: async () => {
      const { confirmIdentity } = await loadSecondary(() => import('../settings/confirm-identity.tsx')).catch(
        () => {
          throw new ParleyError(0, 'NO_ANSWER', 'The server cannot be reached.');
        },
      );
      return confirmIdentity(client);
    },
  });
  const end = await follow({
    client,
    steps: (state, stepsSignal) => eventSource({ client, cachedState, state, signal: stepsSignal }),
    onOpen: (opened) => {
      organization = opened;
      // The state may come from the cache, while the server has not answered yet.
      updateConnection();
      fetchFirstView(opened, location.hash);
      if (!opened.isAnonymous) {
        if (cachedMessages) cacheMessages(cachedMessages, opened, signal);
        cacheViews(cachedState, opened.messages, signal);
        keepOfflineCopy(signal);
      }
      onOpen(opened);
    },
    cachedPages: (ownId) => {
      cachedMessages = cachedMessagesOf(ownId);
      return cachedMessages;
    },
    cachedViews: (cursor) => cachedState.viewsAt(cursor),
    signal,
  });
  if (end === 'logged-out') {
    // While logging out, the session ends before the answer is here. Navigating now would lose the answer,
    // which deletes the stored data.
    if (!isLoggingOut()) location.assign(loginAddress());
  } else if (end === 'anonymous' && organization) {
    refreshAnonymous({ client, organization, onLoggedIn: () => location.reload(), signal });
  }
}
