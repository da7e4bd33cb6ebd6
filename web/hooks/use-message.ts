// A message by its id.

import { useMemo, useRef } from 'preact/hooks';
import type { Message } from '../store/message.ts';
import { useOrganization, useSubscribed } from './use-organization.ts';

/** A message in memory, as it changes; the last known version if memory had to drop it. */
export function useMessage(id: number): Message | undefined {
  const { store } = useOrganization().messages;
  const last = useRef<Message | undefined>(undefined);
  const listen = useMemo(() => (listener: () => void) => store.listen(id, listener), [store, id]);
  const message = useSubscribed(listen, () => store.get(id));
  if (message) last.current = message;
  return message ?? (last.current?.id === id ? last.current : undefined);
}
