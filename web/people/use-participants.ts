// The participants of a conversation.

import { useMemo } from 'preact/hooks';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { type NarrowTarget, narrowOf } from '../store/narrow-targets.ts';

const MAX_PARTICIPANTS = 20;

/** The people of a direct conversation; of a topic, the senders of its loaded messages, the most recent one first. */
export function useParticipants(target: NarrowTarget | undefined): readonly number[] {
  const { messages, ownId } = useOrganization();
  const key = target && (target.kind === 'topic' || target.kind === 'direct') ? JSON.stringify(target) : '';
  const list = useMemo(
    () => (target?.kind === 'topic' ? messages.of(narrowOf(target)) : undefined),
    [messages, key],
  );
  const listen = useMemo(() => (listener: () => void) => list?.listen(listener) ?? (() => undefined), [list]);
  const ranges = useSubscribed(listen, () => list?.ranges);
  return useMemo(() => {
    if (target?.kind === 'direct') return [...new Set([...target.ids, ownId])];
    const ids = (ranges?.all ?? []).flatMap((range) => range.ids).toSorted((a, b) => b - a);
    const senders = ids.flatMap((id) => messages.store.get(id)?.sender_id ?? []);
    return [...new Set(senders)].slice(0, MAX_PARTICIPANTS);
  }, [key, ranges]);
}
