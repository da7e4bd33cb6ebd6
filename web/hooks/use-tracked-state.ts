// The state, for components that show much of it: they render again when a section changes that they have read.

import { useRef } from 'preact/hooks';
import type { State } from '../../client/state/state.ts';
import { trackReads } from '../lib/tracked-reads.ts';
import { useOrganization, useSubscribed } from './use-organization.ts';

/**
 * The state. The component renders again only when a section changes that was read from the returned object since the
 * component last rendered, by itself or by a function that it called. Components that show little select it with
 * `useOrganizationState` instead, and do not render for other changes of the same section.
 *
 * @example
 * const state = useTrackedState();
 * const name = personName(state, id);
 */
export function useTrackedState(): State {
  const organization = useOrganization();
  const listen = useRef((listener: () => void) => organization.onChange(listener));
  const reads = trackReads(() => organization.state);
  useSubscribed(
    listen.current,
    () => organization.state,
    (_rendered, next) => !reads.hasChanged(next),
  );
  return reads.value;
}
