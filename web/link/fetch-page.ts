// A page of messages, asked of the server.

import type { ParleyClient } from '../../client/parley-client.ts';
import type { FetchPage } from '../messages/message-list.ts';
import { wireNarrow } from '../messages/narrow.ts';

export function pagesOf(client: ParleyClient): FetchPage {
  return async (narrow, { anchor, before, after }) => {
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
