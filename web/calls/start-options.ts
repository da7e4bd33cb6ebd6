// How this device enters a call.

import type { State } from '../../client/state/state.ts';
import { callById, callIn } from '../store/calls.ts';
import type { CallTarget } from './call-session.ts';

export interface StartOptions {
  readonly hasCamera?: boolean;
  /** Whether this device takes the place of another one. */
  readonly takesOver?: boolean;
  readonly isMuted?: boolean;
}

/** Whether the camera and the microphone are on at first: as on the device whose place is taken, if there is one. */
export function startState(
  state: State,
  target: CallTarget,
  { hasCamera = false, takesOver = false, isMuted }: StartOptions,
): { readonly isMuted: boolean; readonly hasCamera: boolean } {
  const call = target.kind === 'call' ? callById(state, target.id) : callIn(state, target.conversation);
  const other = takesOver ? call?.participants.find(({ user_id }) => user_id === state.user_id) : undefined;
  const isPushToTalk = state.user_settings?.call_push_to_talk ?? false;
  return {
    isMuted: isMuted ?? (isPushToTalk || (other?.muted ?? false)),
    hasCamera: hasCamera || (other?.camera ?? false),
  };
}
