// The counts of the filters that a search offers, as long as it finds the same.

import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { useOrganization } from '../hooks/use-organization.ts';
import { type Narrow, narrowKey, wireNarrow } from '../store/narrow.ts';
import { OptionCounts } from './option-counts.ts';

/** @param newest the newest message found: another one makes the counts outdated */
export function useOptionCounts(narrow: Narrow, newest: number | undefined): OptionCounts {
  const { client } = useOrganization();
  const [, render] = useReducer((version: number, _: undefined) => version + 1, 0);
  const counts = useMemo(() => {
    const count = async (counted: Narrow) => {
      const { count, found_all: isAll } = await client.call('count-messages', {
        narrow: wireNarrow(counted),
      });
      return { count, isAll };
    };
    return new OptionCounts(count, () => render(undefined));
  }, [client, narrowKey(narrow), newest]);
  useEffect(() => () => counts.close(), [counts]);
  return counts;
}
