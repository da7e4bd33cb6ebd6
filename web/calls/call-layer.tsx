// What calls show over every view: the window of the call, and who is calling. It stays while the views change.

import { useEffect } from 'preact/hooks';
import { lazyPart } from '../components/lazy.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { followCallLinks } from './call-links.ts';
import { callServer } from './call-server.ts';
import { followTabs, tabPlatform } from './call-tabs.ts';
import { enter } from './enter.ts';
import { followRings } from './follow-rings.ts';
import { leaveCall } from './leave-call.ts';
import { takeRememberedCall } from './remembered-call.ts';
import { useCalls } from './use-calls.ts';

const CallView = lazyPart(async () => (await import('./call-view.tsx')).CallView);
const CallCards = lazyPart(async () => (await import('./call-cards.tsx')).CallCards);

export function CallLayer() {
  const organization = useOrganization();
  const calls = useCalls();
  useEffect(() => {
    const remembered = takeRememberedCall();
    if (remembered) {
      const { callId, session, isMuted } = remembered;
      void enter(calls, { kind: 'call', id: callId, session }, { isMuted });
    }
    const stops = [followRings(calls), followCallLinks(calls)];
    const platform = tabPlatform();
    if (platform) {
      const server = callServer(organization);
      stops.push(followTabs(platform, (callId, session) => leaveCall(server, callId, session)));
    }
    return () => {
      for (const stop of stops) stop();
    };
  }, [organization]);
  return (
    <>
      {calls.current && <CallView key={calls.current} session={calls.current} />}
      {(calls.rings.length > 0 || calls.current) && <CallCards />}
    </>
  );
}
