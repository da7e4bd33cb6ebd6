// The participants of the conversation in view.

import { useMemo } from 'preact/hooks';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { type NarrowTarget, narrowOf } from '../store/narrow-targets.ts';
import { type Participants, participantsIn } from './participants.ts';

/** The people of a direct conversation; of a topic, the senders of its loaded messages, the most recent one first. */
export function useParticipants(target: NarrowTarget | undefined): Participants {
  const { messages, ownId } = useOrganization();
  const key = target && (target.kind === 'topic' || target.kind === 'direct') ? JSON.stringify(target) : '';
  const list = useMemo(
    () => (target?.kind === 'topic' ? messages.of(narrowOf(target)) : undefined),
    [messages, key],
  );
  const listen = useMemo(() => (listener: () => void) => list?.listen(listener) ?? (() => undefined), [list]);
  const ranges = useSubscribed(listen, () => list?.ranges);
  return useMemo(() => {
    if (target?.kind === 'direct') return { ids: [...new Set([...target.ids, ownId])], isAll: true };
    return participantsIn(ranges?.all ?? [], (id) => messages.store.get(id)?.sender_id);
  }, [key, ranges]);
}
