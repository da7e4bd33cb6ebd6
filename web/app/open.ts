// How the page begins: the table of routes, the registration, and then events for as long as it is open.

import { around } from '../../client/backoff.ts';
import { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { further } from '../components/further.ts';
import { untilOnline } from '../components/until-online.ts';
import { untilVisible } from '../components/until-visible.ts';
import { follow } from '../data/follow.ts';
import { keepMessages, keptMessagesOf } from '../data/keep-messages.ts';
import { keepViews, keptStateHere } from '../data/keep-state.ts';
import { keepVisiting } from '../data/keep-visiting.ts';
import type { KeptMessages } from '../data/kept-messages.ts';
import { keepOfflineCopy } from '../data/offline-copy.ts';
import type { Organization } from '../data/organization.ts';
import { ServerWatch } from '../data/server-watch.ts';
import { stepsOf } from '../data/steps.ts';
import { askForFirstView } from './first-view.ts';
import { logInAddress } from './log-in.ts';
import { isLoggingOut } from './log-out.ts';

async function routes(
  signal: AbortSignal,
): Promise<Awaited<ConstructorParameters<typeof ParleyClient>[0]['table']>> {
  const answer = await fetch('/api/client-table.json', { signal });
  if (!answer.ok) throw new Error(`the table of routes is answered with ${answer.status}`);
  return answer.json();
}

/** About how long the page waits before it asks a server again that did not answer. */
const ASK_AGAIN_MILLISECONDS = 4000;

/** Opens the organization and follows it until the signal is aborted. */
export async function open(onOpen: (organization: Organization) => void, signal: AbortSignal): Promise<void> {
  let organization: Organization | undefined;
  let kept: KeptMessages | undefined;
  const keptState = keptStateHere(() => kept?.forgetAll());
  const showReach = () => {
    if (organization) organization.connection = server.isReached ? 'following' : 'interrupted';
  };
  const channel = new BroadcastChannel('parley-connection');
  signal.addEventListener('abort', () => channel.close());
  const server = new ServerWatch({
    ask: (ending) => client.call('get-server-settings', {}, { signal: ending }),
    pause: async () => {
      // Each page a little differently, so that a server that comes back is not asked by all of them in the same moment.
      await untilOnline(around(ASK_AGAIN_MILLISECONDS), signal);
      await untilVisible(signal);
    },
    onChange: () => showReach(),
    channel,
    signal,
  });
  // The browser may know it before a call fails.
  addEventListener('offline', () => server.note(false), { signal });
  const table = routes(signal);
  // Whoever calls hears of it; what is kept is shown before anybody does.
  table.catch(() => undefined);
  const client = new ParleyClient({
    url: '',
    prefix: '/json',
    table,
    onReach: (isReached) => server.note(isReached),
    onSlow: () => void server.look(),
    onProofRequired: async () => {
      const { confirmItIsYou } = await further(() => import('../settings/confirm-it-is-you.tsx')).catch(
        () => {
          throw new ParleyError(0, 'NO_ANSWER', 'The server cannot be reached.');
        },
      );
      return confirmItIsYou(client);
    },
  });
  const end = await follow({
    client,
    steps: (state, ending) => stepsOf({ client, kept: keptState, state, signal: ending }),
    onOpen: (opened) => {
      organization = opened;
      // It may be one that was kept, where nothing has answered so far.
      showReach();
      askForFirstView(opened, location.hash);
      if (!opened.isVisitor) {
        if (kept) keepMessages(kept, opened, signal);
        keepViews(keptState, opened.messages, signal);
        keepOfflineCopy(signal);
      }
      onOpen(opened);
    },
    keptPages: (ownId) => {
      kept = keptMessagesOf(ownId);
      return kept;
    },
    keptViews: (place) => keptState.viewsAt(place),
    signal,
  });
  if (end === 'logged-out') {
    // The session ends before its answer is here, which would be lost with what it has the browser drop.
    if (!isLoggingOut()) location.assign(logInAddress());
  } else if (end === 'visiting' && organization) {
    keepVisiting({ client, organization, onLoggedIn: () => location.reload(), signal });
  }
}
