// The messages before and after the results of a search, fetched for a page of results at a time.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useRetry } from '../../components/use-retry.ts';
import {
  cachedContexts,
  fetchContexts,
  MAX_CONTEXTS,
  type MessageContext,
  type MessageContexts,
} from '../../data/message-contexts.ts';
import { useOrganization, useOrganizationEvent } from '../../hooks/use-organization.ts';
import type { Message } from '../../store/message.ts';
import { conversationOf, isSameTarget } from '../../store/narrow-targets.ts';

/** The contexts of the results that are known by now. */
export function useContexts(results: readonly Message[]): MessageContexts {
  const organization = useOrganization();
  const { ownId, messages } = organization;
  const [known, setKnown] = useState<MessageContexts>(new Map());
  const [fetching, setFetching] = useState<'idle' | 'running' | 'failed'>('idle');
  const isMounted = useRef(true);
  useEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  const add = (contexts: Iterable<readonly [number, MessageContext]>) => {
    if (isMounted.current) setKnown((before) => new Map([...before, ...contexts]));
  };
  /** Those that are unknown, or only partly known from the cache. */
  const missing = results
    .map(({ id }) => id)
    .filter((id) => known.get(id)?.before === undefined || known.get(id)?.after === undefined)
    .slice(0, MAX_CONTEXTS);
  async function run() {
    setFetching('running');
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
  useOrganizationEvent('message', ({ message }) => {
    const conversation = conversationOf(message, ownId);
    const isNext = ([id, { after }]: readonly [number, MessageContext]) => {
      const result = after === null && id < message.id ? messages.store.get(id) : undefined;
      return result && isSameTarget(conversationOf(result, ownId), conversation);
    };
    const followed = [...known].filter(isNext);
    add(followed.map(([id, context]) => [id, { ...context, after: message.id }]));
  });
  return known;
}
