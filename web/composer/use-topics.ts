// The topics of a channel, the newest first, fetched when somebody is about to name one.

import { useEffect, useState } from 'preact/hooks';
import type { Organization } from '../link/organization.ts';

const none: readonly string[] = [];

export function useTopics(organization: Organization, channelId: number | undefined): readonly string[] {
  const [found, setFound] = useState<{ channelId: number; topics: readonly string[] }>();
  useEffect(() => {
    if (channelId === undefined) return;
    const gone = new AbortController();
    organization.client
      .call(
        'get-stream-topics',
        { stream_id: channelId, allow_empty_topic_name: true },
        { signal: gone.signal },
      )
      .then(
        ({ topics }) => setFound({ channelId, topics: topics.map(({ name }) => name) }),
        // Without them one writes the name oneself.
        () => undefined,
      );
    return () => gone.abort();
  }, [organization, channelId]);
  return found?.channelId === channelId && found ? found.topics : none;
}
