// The call in the whole page: large tiles, with the messages of its conversation beside them where there is room.

import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { CallControls, onCallKey } from './call-controls.tsx';
import type { CallSession } from './call-session.ts';
import { CallStatus } from './call-status.tsx';
import { CallTile } from './call-tile.tsx';
import { CallTime, useCallName } from './call-title.tsx';
import { mayModerateCall } from './may-call.ts';
import { confirmEndForAll, confirmRemove } from './moderate-call.ts';
import { useCalls, useSession } from './use-calls.ts';

/** The columns in which tiles are largest. */
function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

export function CallStage({ session }: { readonly session: CallSession }) {
  const organization = useOrganization();
  const calls = useCalls();
  useSession(session);
  const { name, address } = useCallName(session);
  const isPushToTalk = useOrganizationState((state) => state.user_settings?.call_push_to_talk ?? false);
  const stage = useRef<HTMLElement>(null);
  const { call, participants } = session;
  const mayModerate = useOrganizationState((state) => call !== undefined && mayModerateCall(state, call));
  const sharing = participants.find(({ screen_track }) => screen_track);
  const shrink = () => {
    calls.isLarge = false;
  };
  useEffect(() => {
    stage.current?.focus();
    // The messages beside it are those of the call's conversation.
    if (address) location.hash = address;
  }, [address]);
  return (
    <section
      ref={stage}
      class={`call-stage ${sharing ? 'with-screen' : ''}`}
      aria-label={t('call.window', { name })}
      tabIndex={-1}
      onKeyDown={(event) => {
        onCallKey(session, event);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        shrink();
      }}
    >
      <header>
        <h2 dir="auto">{name}</h2>
        <CallTime session={session} />
        <span class="call-count">
          <Icon name="people" />
          <span class="only-spoken">{t('call.people', { count: participants.length })}</span>
          <span aria-hidden="true">{participants.length}</span>
        </span>
        {mayModerate && (
          <MenuButton
            name={t('call.manage')}
            icon="more"
            align="end"
            items={() => [
              {
                label: t('call.endForAll'),
                icon: 'leave-call',
                isDanger: true,
                needsServer: true,
                onChoose: () => confirmEndForAll(organization, session.callId),
              },
            ]}
          />
        )}
        <IconButton name={t('call.shrink')} icon="shrink" onClick={shrink} />
      </header>
      <ul class="call-tiles" style={{ '--columns': columnsFor(participants.length) }}>
        {sharing && <CallTile key="screen" session={session} shown={sharing} isScreen />}
        {participants.map((one) => (
          <CallTile
            key={one.session}
            session={session}
            shown={one}
            {...(mayModerate &&
              !one.isOwn && { onRemove: () => confirmRemove(organization, session.callId, one.user_id) })}
          />
        ))}
      </ul>
      <CallStatus session={session} isPushToTalk={isPushToTalk} />
      <CallControls session={session} isLarge />
    </section>
  );
}
