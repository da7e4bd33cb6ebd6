// Starts a call in the conversation in view, or joins the one that goes on; a menu next to it does so with the camera.

import { IconButton } from '../components/button.tsx';
import { MenuButton } from '../components/menu.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { callIn } from '../store/calls.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { enter } from './enter.ts';
import { mayJoinCalls, mayStartCalls } from './may-call.ts';
import { useCalls, useCurrentCall } from './use-calls.ts';

export function CallButton({ conversation }: { readonly conversation: Conversation }) {
  const calls = useCalls();
  const current = useCurrentCall();
  const call = useOrganizationState((state) => callIn(state, conversation));
  const isOffered = useOrganizationState((state) =>
    call ? mayJoinCalls(state, conversation) : mayStartCalls(state, conversation),
  );
  if (!isOffered) return null;
  const isIn = call !== undefined && current?.callId === call.id;
  const start = (hasCamera: boolean) =>
    enter(calls, call ? { kind: 'call', id: call.id } : { kind: 'conversation', conversation, hasCamera }, {
      hasCamera,
    });
  return (
    <>
      <IconButton
        class={call ? 'call-button live' : 'call-button'}
        needsServer
        name={t(isIn ? 'call.enlarge' : call ? 'call.joinCall' : 'call.start')}
        icon="phone"
        onClick={() => start(false)}
      />
      {!isIn && (
        <MenuButton
          class="call-more not-on-phones"
          name={t('call.more')}
          icon="down"
          align="end"
          items={() => [
            {
              label: t(call ? 'call.joinWithCamera' : 'call.startWithCamera'),
              icon: 'camera',
              needsServer: true,
              onChoose: () => void start(true),
            },
          ]}
        />
      )}
    </>
  );
}
