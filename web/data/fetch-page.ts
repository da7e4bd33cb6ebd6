// Fetches pages of messages from the server.

import type { ParleyClient } from '../../client/parley-client.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { Topic } from '../store/channel-topics.ts';
import type { FetchPage } from '../store/message-list.ts';
import { wireNarrow } from '../store/narrow.ts';
import { term } from '../store/narrow-targets.ts';

/** Web-public channels; the server requires this filter from anonymous viewers. */
const publicTerm = term('channels', 'web-public');

export function pageFetcher(client: ParleyClient, isAnonymous: boolean): FetchPage {
  return async (terms, { anchor, before, after }) => {
    const narrow = isAnonymous ? [...terms, publicTerm] : terms;
    const answer = await client.call('get-messages', {
      narrow: wireNarrow(narrow),
      anchor: String(anchor),
      num_before: before,
      num_after: after,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    return {
      messages: answer.messages,
      anchor: answer.anchor ?? 0,
      foundOldest: answer.found_oldest,
      foundNewest: answer.found_newest,
    };
  };
}

const RECENT = 400;

/** The topics of the newest messages of a channel. Anonymous viewers cannot read the full list. */
export async function topicsForAnonymous(pages: FetchPage, channelId: number): Promise<Topic[]> {
  const range = { anchor: 'newest', before: RECENT, after: 0 } as const;
  const { messages } = await pages([term('channel', channelId)], range);
  const newest = new Map<string, Topic>();
  for (const { subject: name, id } of messages.toReversed()) {
    if (!newest.has(topicKey(name))) newest.set(topicKey(name), { name, max_id: id });
  }
  return [...newest.values()];
}
