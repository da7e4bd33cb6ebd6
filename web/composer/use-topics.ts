// The names of a channel's topics, newest first; fetched unless known.

import { useEffect, useRef } from 'preact/hooks';
import type { Organization } from '../data/organization.ts';
import { useSubscribed } from '../hooks/use-organization.ts';

const none: readonly string[] = [];

export function useTopics({ topics }: Organization, channelId: number | undefined): readonly string[] {
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  useEffect(() => {
    if (channelId !== undefined) topics.of(channelId);
  }, [topics, channelId]);
  return channelId === undefined ? none : topics.cached(channelId).map(({ name }) => name);
}
