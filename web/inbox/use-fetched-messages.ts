// The messages that rows of conversations quote: fetched together if this browser does not have them. The rows are
// shown before that, and filled when the messages arrive.

import { useEffect, useState } from 'preact/hooks';
import { useRetry } from '../components/use-retry.ts';
import { fetchMessages } from '../data/fetch-messages.ts';
import { useOrganization } from '../hooks/use-organization.ts';

/** The largest number that the server sends in one response. */
const MAX_FETCHED = 1000;

/** Fetches those of the messages that are not in memory. */
export function useFetchedMessages(ids: readonly number[]): void {
  const organization = useOrganization();
  const { store } = organization.messages;
  /** Messages that the server does not send. */
  const [unavailable] = useState(() => new Set<number>());
  const [fetch, setFetch] = useState<'idle' | 'running' | 'failed'>('idle');
  const missing = ids.filter((id) => !store.get(id) && !unavailable.has(id)).slice(0, MAX_FETCHED);
  function run() {
    setFetch('running');
    fetchMessages(organization, missing).then(
      (sent) => {
        // If nothing new arrived, another request would not help either.
        if (!missing.some((id) => sent.has(id))) for (const id of missing) unavailable.add(id);
        setFetch('idle');
      },
      () => setFetch('failed'),
    );
  }
  useEffect(() => {
    if (missing.length > 0 && fetch === 'idle') run();
  });
  useRetry(fetch === 'failed', run);
}
