// The names of a channel's topics, newest first; fetched unless known.

import { useEffect, useRef } from 'preact/hooks';
import type { Organization } from '../data/organization.ts';
import { useSubscribed } from '../hooks/use-organization.ts';
import type { Topic } from '../store/channel-topics.ts';

const none: readonly Topic[] = [];

export function useTopics({ topics }: Organization, channelId: number | undefined): readonly string[] {
  const listen = useRef((listener: () => void) => topics.listen(listener));
  // Without a channel, arriving messages change nothing.
  const cached = useSubscribed(listen.current, () =>
    channelId === undefined ? none : topics.cached(channelId),
  );
  useEffect(() => {
    if (channelId !== undefined) topics.of(channelId);
  }, [topics, channelId]);
  return cached.map(({ name }) => name);
}
