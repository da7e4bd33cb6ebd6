// The presence of an account, which changes with time.

import { useRef } from 'preact/hooks';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { type PresenceLevel, presenceLevel } from '../store/presence.ts';

export function usePresence(id: number): PresenceLevel {
  const organization = useOrganization();
  const now = useNow();
  const listen = useRef((listener: () => void) => organization.onPresences(listener));
  const presences = useSubscribed(listen.current, () => organization.presences);
  return presenceLevel(presences, id, now);
}
