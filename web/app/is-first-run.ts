// Whether the first steps are shown: to people who are new and have not hidden them, but not in a demo.

import type { State } from '../../client/state/state.ts';
import { personIn } from '../store/directory.ts';

const NEW_ACCOUNT_MILLISECONDS = 30 * 86_400_000;

export function isFirstRun(state: State): boolean {
  const joined = Date.parse(personIn(state, state.user_id ?? 0)?.date_joined ?? '');
  return (
    state.development_environment !== true &&
    Date.now() - joined < NEW_ACCOUNT_MILLISECONDS &&
    state.onboarding_steps?.some(({ name }) => name === 'next_steps') === true
  );
}
