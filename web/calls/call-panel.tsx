// The small form of a call: its faces and its buttons, in the window of the page and in one above other programs.

import type { ComponentChildren } from 'preact';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { CallControls } from './call-controls.tsx';
import type { CallSession } from './call-session.ts';
import { CallStatus } from './call-status.tsx';
import { CallTile } from './call-tile.tsx';
import { CallTime, useCallName } from './call-title.tsx';
import { useSession } from './use-calls.ts';

const MAX_TILES = 4;

export interface PanelProps {
  readonly session: CallSession;
  /** Buttons in its head. */
  readonly tools?: ComponentChildren;
}

export function CallPanel({ session, tools }: PanelProps) {
  useSession(session);
  const { name, address } = useCallName(session);
  const isPushToTalk = useOrganizationState((state) => state.user_settings?.call_push_to_talk ?? false);
  const { participants } = session;
  const sharing = participants.find(({ screen_track }) => screen_track);
  const room = MAX_TILES - (sharing ? 2 : 0);
  // This person is last, and the first to be left out.
  const shown = participants.length > room ? participants.slice(0, room - 1) : participants;
  const left = participants.length - shown.length;
  return (
    <>
      <div class="call-head">
        <a href={address || location.hash} class="call-where" dir="auto" data-tip={name}>
          {name}
        </a>
        <CallTime session={session} />
        {tools}
      </div>
      <ul class="call-tiles">
        {sharing && <CallTile key="screen" session={session} shown={sharing} isScreen isSmall />}
        {shown.map((one) => (
          <CallTile key={one.session} session={session} shown={one} isSmall />
        ))}
        {left > 0 && <li class="call-tile others">{t('lists.otherPeople', { count: left })}</li>}
      </ul>
      <CallStatus session={session} isPushToTalk={isPushToTalk} />
      <CallControls session={session} isLarge={false} />
    </>
  );
}
