// Starting and joining calls from the screens; the code for it is loaded with the first call.

import { openLazily } from '../components/open-lazily.ts';
import type { CallTarget } from './call-session.ts';
import type { Calls } from './calls.ts';
import type { StartOptions } from './start-options.ts';

/** Starts or joins a call with this device. */
export function enter(calls: Calls, target: CallTarget, options: StartOptions = {}): Promise<void> {
  return openLazily(
    () => import('./enter-call.ts'),
    ({ enterCall }) => enterCall(calls, target, options),
  );
}
