// How the page begins: the table of routes, the registration, and then events for as long as it is open.

import { ParleyClient } from '../../client/parley-client.ts';
import { follow } from '../link/follow.ts';
import { keepVisiting } from '../link/keep-visiting.ts';
import type { Organization } from '../link/organization.ts';
import { stepsOf } from '../link/steps.ts';
import { logInAddress } from './log-in.ts';

async function routes(signal: AbortSignal): Promise<ConstructorParameters<typeof ParleyClient>[0]['table']> {
  const answer = await fetch('/api/client-table.json', { signal });
  if (!answer.ok) throw new Error(`the table of routes is answered with ${answer.status}`);
  return answer.json();
}

/** Opens the organization and follows it until the signal is aborted. */
export async function open(onOpen: (organization: Organization) => void, signal: AbortSignal): Promise<void> {
  let organization: Organization | undefined;
  const reached = (isReached: boolean) => {
    if (organization) organization.connection = isReached ? 'following' : 'interrupted';
  };
  // A tab that does not poll itself hears it from the browser.
  addEventListener('offline', () => reached(false), { signal });
  addEventListener('online', () => reached(true), { signal });
  const client = new ParleyClient({
    url: '',
    prefix: '/json',
    table: await routes(signal),
    onReach: reached,
  });
  const end = await follow({
    client,
    steps: (state, ending) => stepsOf(client, state, ending),
    onOpen: (opened) => {
      organization = opened;
      onOpen(opened);
    },
    signal,
  });
  if (end === 'logged-out') location.assign(logInAddress());
  else if (end === 'visiting' && organization) {
    keepVisiting({ client, organization, onLoggedIn: () => location.reload(), signal });
  }
}
