// A participant: their camera or picture, whether the microphone is on, and a ring while they speak.

import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';
import type { CallSession, Shown } from './call-session.ts';
import { useOften } from './use-calls.ts';

/** From here on someone is speaking, rather than breathing. */
const SPEAKING = 0.01;

interface PictureProps {
  readonly track: MediaStreamTrack;
  /** The own camera is shown as in a mirror. */
  readonly isMirrored: boolean;
}

function Picture({ track, isMirrored }: PictureProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!element.current) return;
    element.current.srcObject = new MediaStream([track]);
    // A muted picture may always play; leaving the page interrupts it.
    element.current.play().catch(() => undefined);
  }, [track]);
  return <video ref={element} muted playsInline class={isMirrored ? 'mirrored' : ''} />;
}

export interface TileProps {
  readonly session: CallSession;
  readonly shown: Shown;
  /** Whether the tile shows the screen instead of the person. */
  readonly isScreen?: boolean;
  /** Whether only the first name has room. */
  readonly isSmall?: boolean;
  /** Removes the person from the call; undefined if the viewer may not. */
  readonly onRemove?: (() => void) | undefined;
}

export function CallTile({ session, shown, isScreen = false, isSmall = false, onRemove }: TileProps) {
  const { user_id: id, isOwn, reach, muted, hand } = shown;
  const name = useOrganizationState((state) => (isOwn ? t('call.you') : personName(state, id)));
  const isSpeaking = useOften(() => !muted && (session.levels().get(shown.session) ?? 0) > SPEAKING);
  const track = isScreen ? shown.screen_track : shown.camera_track;
  const shortName = isSmall ? (name.split(/\s/, 1)[0] ?? name) : name;
  const label = isScreen ? t('call.screenOf', { name: shortName }) : shortName;
  return (
    <li
      class={`call-tile ${isSpeaking && !isScreen ? 'speaking' : ''} ${isScreen ? 'screen' : ''}`}
      data-reach={reach}
    >
      {track ? (
        <Picture track={track} isMirrored={isOwn && !isScreen} />
      ) : (
        <PersonPicture id={id} size="large" />
      )}
      <span class="call-name">
        {!isScreen && <Icon name={muted ? 'microphone-off' : 'microphone'} />}
        <bdi>{label}</bdi>
        {muted && !isScreen && <span class="only-spoken">, {t('call.muted')}</span>}
        {hand && !isScreen && (
          <span class="hand" role="img" aria-label={t('call.handRaised')}>
            <Icon name="hand" />
          </span>
        )}
      </span>
      {onRemove && <IconButton name={t('call.remove', { name })} icon="close" onClick={onRemove} />}
      {reach !== 'connected' && (
        <span class="call-reach">{reach === 'lost' ? t('call.lost', { name }) : t('call.connecting')}</span>
      )}
    </li>
  );
}
