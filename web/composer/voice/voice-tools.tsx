// The button that records a voice message, and the panel with the recording, which is loaded when there is one.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy.tsx';
import { voiceDraftsOf } from '../../data/voice-drafts.ts';
import { t } from '../../i18n/texts.ts';
import { destinationKey } from '../../lib/destination.ts';
import type { Composer } from '../composer.ts';

const VoicePanel = lazyPart(async () => (await import('./voice-panel.tsx')).VoicePanel);

/** Counts the conversations that the composer has shown. A text that gets another destination is the same one. */
function useTurn({ draft, destination }: Composer): number {
  const last = useRef({ turn: 0, draft, destination });
  const { current } = last;
  const key = destination && destinationKey(destination);
  const isMoved = key !== (current.destination && destinationKey(current.destination));
  const turn = isMoved && draft !== current.draft ? current.turn + 1 : current.turn;
  last.current = { turn, draft, destination };
  return turn;
}

export function VoiceTools({ composer }: { readonly composer: Composer }) {
  const { organization, destination } = composer;
  const turn = useTurn(composer);
  /** How often the button was pressed; undefined while there is no recording. */
  const [presses, setPresses] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => setPresses(undefined), [turn]);
  useEffect(() => {
    let isLeft = false;
    if (destination)
      void voiceDraftsOf(organization)
        .first(destination)
        .then((draft) => {
          if (draft && !isLeft) setPresses((before) => before ?? 0);
        });
    return () => {
      isLeft = true;
    };
  }, [turn]);
  function close() {
    setPresses(undefined);
    // The focus was on a button of the panel.
    if (document.activeElement === document.body) button.current?.focus();
  }
  return (
    <>
      <IconButton
        buttonRef={button}
        class="microphone"
        name={t('composer.voice')}
        icon="microphone"
        aria-pressed={presses !== undefined}
        onClick={() => setPresses((before = 0) => before + 1)}
      />
      {presses !== undefined && destination && (
        <VoicePanel
          key={turn}
          composer={composer}
          destination={destination}
          presses={presses}
          onEmpty={close}
        />
      )}
    </>
  );
}
