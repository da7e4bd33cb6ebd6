// Marks a person who does not want to be disturbed, in lists and titles.

import { mayBeQuiet } from '../../client/state/do-not-disturb.ts';
import { lazyPart } from '../components/lazy.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';

const Moon = lazyPart(async () => (await import('./quiet-moon.tsx')).Moon);

/** Nothing for people who have neither paused notifications nor quiet hours. */
export function QuietMoon({ id }: { readonly id: number }) {
  return useOrganizationState((state) => mayBeQuiet(state.do_not_disturb?.[id])) ? <Moon id={id} /> : null;
}
