// The messages before and after the results of a search, fetched for a page of results at a time.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiEvent } from '../../../client/event-stream.ts';
import { useRetry } from '../../components/use-retry.ts';
import { cachedContexts, fetchContexts, MAX_CONTEXTS } from '../../data/message-contexts.ts';
import { useOrganization, useOrganizationEvent } from '../../hooks/use-organization.ts';
import type { Message } from '../../store/message.ts';
import type { MessageContexts } from '../../store/message-context.ts';
import { ResultContexts } from './result-contexts.ts';

/** The contexts of the results that are known by now. */
export function useContexts(results: readonly Message[]): MessageContexts {
  const organization = useOrganization();
  const { ownId, messages } = organization;
  const [contexts] = useState(() => new ResultContexts((id) => messages.store.get(id), ownId));
  const [known, setKnown] = useState(contexts.known);
  const [fetching, setFetching] = useState<'idle' | 'running' | 'failed'>('idle');
  const isMounted = useRef(true);
  useEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  const add = (found: MessageContexts) => {
    contexts.add(found);
    if (isMounted.current) setKnown(contexts.known);
  };
  const missing = contexts.missing(results.map(({ id }) => id)).slice(0, MAX_CONTEXTS);
  async function run() {
    setFetching('running');
    contexts.beginFetch();
    try {
      add(await fetchContexts(organization, missing));
      setFetching('idle');
    } catch {
      add(await cachedContexts(organization, missing));
      setFetching('failed');
    }
  }
  useEffect(() => {
    if (missing.length > 0 && fetching === 'idle') void run();
  });
  useRetry(fetching === 'failed', () => void run());
  const apply = (event: ApiEvent) => {
    contexts.apply(event);
    setKnown(contexts.known);
  };
  useOrganizationEvent('message', apply);
  useOrganizationEvent('delete_message', apply);
  useOrganizationEvent('update_message', apply);
  useEffect(
    () =>
      organization.onSnapshot(() => {
        contexts.forgetAll();
        setKnown(contexts.known);
      }),
    [organization],
  );
  return known;
}
