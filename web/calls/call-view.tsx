// The call that this device is in: its sound, and its window, which is small, fills the page, or is a bar on phones.

import { useEffect } from 'preact/hooks';
import { useIsWide, WITH_TABLET_REM } from '../components/use-wide.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { CallBar } from './call-bar.tsx';
import type { CallSession } from './call-session.ts';
import { CallSound } from './call-sound.tsx';
import { CallStage } from './call-stage.tsx';
import { CallWindow } from './call-window.tsx';
import { followPushToTalk } from './push-to-talk.ts';
import { useCalls, useSession } from './use-calls.ts';

export function CallView({ session }: { readonly session: CallSession }) {
  const calls = useCalls();
  useSession(session);
  const isWide = useIsWide(WITH_TABLET_REM);
  const isPushToTalk = useOrganizationState((state) => state.user_settings?.call_push_to_talk ?? false);
  useEffect(() => (isPushToTalk ? followPushToTalk(session) : undefined), [session, isPushToTalk]);
  return (
    <>
      <CallSound session={session} />
      {calls.isLarge ? (
        <CallStage session={session} />
      ) : isWide ? (
        <CallWindow session={session} />
      ) : (
        <CallBar session={session} />
      )}
    </>
  );
}
