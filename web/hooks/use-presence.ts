// The presence of an account. A component renders again only when it changes.

import { useRef } from 'preact/hooks';
import { type PresenceLevel, presenceLevel } from '../store/presence.ts';
import { useNow } from './use-now.ts';
import { useOrganization, useSubscribed } from './use-organization.ts';

export function usePresence(id: number): PresenceLevel {
  const organization = useOrganization();
  const now = useNow();
  const listen = useRef((listener: () => void) => organization.onPresences(listener));
  return useSubscribed(listen.current, () => presenceLevel(organization.presences, id, now));
}
