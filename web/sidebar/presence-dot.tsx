// An account's presence, distinguishable by shape and not only by color.

import { Icon } from '../components/icon.tsx';
import { type Presences, presenceLevel } from '../store/presence.ts';

export interface PresenceDotProps {
  readonly ids: readonly number[];
  readonly presences: Presences;
  /** In seconds. */
  readonly now: number;
}

export function PresenceDot({ ids, presences, now }: PresenceDotProps) {
  const [id] = ids;
  if (ids.length !== 1 || id === undefined) return <Icon name="people" />;
  const level = presenceLevel(presences, id, now);
  return <span class={`presence ${level}`} aria-hidden="true" />;
}
