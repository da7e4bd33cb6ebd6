// The server's counts of the messages that a search finds, for searches of which only a part is loaded.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { type Narrow, narrowKey, wireNarrow } from '../store/narrow.ts';

export type Counts = AnswerOf<'count-messages'>;

/**
 * The counts; undefined until they arrive, if they are not wanted, and if the server does not send them.
 *
 * @param newest the newest message found: another one means that counting again is worth a request
 */
export function useCounts(narrow: Narrow, newest: number | undefined, isWanted: boolean): Counts | undefined {
  const { client } = useOrganization();
  const key = narrowKey(narrow);
  const [counted, setCounted] = useState<{ readonly key: string; readonly counts: Counts }>();
  useEffect(() => {
    if (!isWanted || newest === undefined) return undefined;
    let isStale = false;
    client.call('count-messages', { narrow: wireNarrow(narrow) }).then(
      (counts) => {
        if (!isStale) setCounted({ key, counts });
      },
      // The number of loaded messages is shown instead.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [client, key, newest, isWanted]);
  return isWanted && counted?.key === key ? counted.counts : undefined;
}
