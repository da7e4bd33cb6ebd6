// The small window of a call, which stays while one moves through the client.

import { useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';
import { hasPictureInPicture } from './apart.ts';
import { onCallKey } from './call-controls.tsx';
import { CallPanel } from './call-panel.tsx';
import type { CallSession } from './call-session.ts';
import { useCallName } from './call-title.tsx';
import { usePictureInPicture } from './picture-in-picture.tsx';
import { useCalls } from './use-calls.ts';
import { useWindowPlace } from './use-window-place.ts';

export function CallWindow({ session }: { readonly session: CallSession }) {
  const calls = useCalls();
  const box = useRef<HTMLElement>(null);
  const { name } = useCallName(session);
  const drag = useWindowPlace(box);
  const { isOpen, open } = usePictureInPicture(session);
  return (
    <section
      ref={box}
      class={`call-window ${isOpen ? 'empty' : ''}`}
      aria-label={t('call.window', { name })}
      onKeyDown={(event) => onCallKey(session, event)}
      {...drag}
    >
      {isOpen ? (
        <p>{t('call.inOtherWindow')}</p>
      ) : (
        <CallPanel
          session={session}
          tools={
            <>
              {hasPictureInPicture() && (
                <IconButton name={t('call.pictureInPicture')} icon="picture-in-picture" onClick={open} />
              )}
              <IconButton
                name={t('call.enlarge')}
                icon="enlarge"
                onClick={() => {
                  calls.isLarge = true;
                }}
              />
            </>
          }
        />
      )}
    </section>
  );
}
