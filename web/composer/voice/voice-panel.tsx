// The recording of a voice message in the composer: how it is recorded, and how it is listened to before it is sent.

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { announce } from '../../components/announce.ts';
import { IconButton } from '../../components/button.tsx';
import { pauseSound } from '../../components/one-sound.ts';
import { showStatus } from '../../components/status-line.tsx';
import { showPlayers } from '../../components/voice-player.tsx';
import { holdVoiceDraft, voiceDraftsOf } from '../../data/voice-drafts.ts';
import { t } from '../../i18n/texts.ts';
import { clockText } from '../../lib/clock-text.ts';
import { type Destination, destinationKey } from '../../lib/destination.ts';
import { barsPath } from '../../lib/waveform.ts';
import type { CompleteDraft } from '../../store/voice-drafts.ts';
import type { Composer } from '../composer.ts';
import { conversationName } from '../texts.ts';
import { measureRecording } from './measure-recording.ts';
import { startRecorder } from './recorder.ts';
import { sendRecording, titleOf } from './send-recording.ts';
import { type VoiceNotice, VoiceSession, type VoiceState } from './voice-session.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_BYTES = 3.5 * MEBIBYTE;

const noticeKeys = {
  busy: 'voice.busy',
  insecure: 'voice.insecure',
  longest: 'voice.longest',
  missing: 'voice.noMicrophone',
  refused: 'call.microphoneRefused',
  tooShort: 'voice.tooShort',
  unsupported: 'voice.unsupported',
} as const;

export interface VoicePanelProps {
  readonly composer: Composer;
  readonly destination: Destination;
  /** How often the button was pressed: the first time records, the second time stops. */
  readonly presses: number;
  /** Called when there is no recording any more. */
  readonly onEmpty: () => void;
}

function sessionFor(composer: Composer, destination: Destination, onChange: () => void): VoiceSession {
  const { organization } = composer;
  const limit = (organization.state.max_file_upload_size_mib ?? 0) * MEBIBYTE;
  const onNotice = (notice: VoiceNotice) => {
    const text = t(noticeKeys[notice]);
    if (notice === 'longest' || notice === 'tooShort') showStatus(text);
    else composer.showError({ text });
  };
  return new VoiceSession(
    {
      start: startRecorder,
      measure: measureRecording,
      drafts: voiceDraftsOf(organization),
      hold: holdVoiceDraft,
      send: (draft) => sendRecording(composer, draft),
      maxBytes: limit > 0 ? Math.min(limit, MAX_BYTES) : MAX_BYTES,
      onChange,
      onNotice,
      now: () => performance.now(),
    },
    destination,
  );
}

function useSession({ composer, destination, presses, onEmpty }: VoicePanelProps): VoiceSession {
  const [, update] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  const session = useMemo(() => sessionFor(composer, destination, () => update(undefined)), []);
  const isOpen = useRef(false);
  useEffect(() => {
    const suspend = () => session.suspend();
    addEventListener('pagehide', suspend);
    return () => {
      removeEventListener('pagehide', suspend);
      session.close();
    };
  }, []);
  useEffect(() => {
    void (async () => {
      if (!isOpen.current) await session.open();
      isOpen.current = true;
      if (presses === 0 || session.state.kind === 'complete') update(undefined);
      else if (session.state.kind === 'recording') session.stop();
      else await record(session);
    })();
  }, [presses]);
  const key = destinationKey(destination);
  useEffect(() => session.redirect(destination), [key]);
  const isEmpty = session.state.kind === 'empty';
  useLayoutEffect(() => {
    if (isOpen.current && isEmpty) onEmpty();
  });
  return session;
}

function record(session: VoiceSession): Promise<void> {
  pauseSound();
  return session.record();
}

/** Whether the focus may move to the panel: it is lost or on a button of the composer, not where the person writes or reads. */
function isFocusFree(panel: HTMLElement | null): boolean {
  const { activeElement } = document;
  if (activeElement === document.body) return true;
  return (
    !activeElement?.matches('textarea, input') && panel?.closest('form')?.contains(activeElement) === true
  );
}

export function VoicePanel(props: VoicePanelProps) {
  const { composer } = props;
  const session = useSession(props);
  const panel = useRef<HTMLDivElement>(null);
  const { state } = session;
  useLayoutEffect(() => {
    if (state.kind === 'recording') announce(t('voice.recording'));
    if (props.presses > 0 && isFocusFree(panel.current))
      panel.current?.querySelector<HTMLElement>('.primary')?.focus();
  }, [state.kind]);
  async function send() {
    const { isForView } = composer;
    const where = conversationName(composer.organization.state, props.destination);
    if (!(await session.send()) || isForView) return;
    if (composer.content.trim() === '') composer.close();
    showStatus(t('composer.sentTo', { where }));
  }
  if (state.kind === 'empty') return null;
  const isRecording = state.kind === 'recording';
  return (
    <div ref={panel} class="voice-panel">
      <IconButton
        name={t('voice.discard')}
        icon="delete"
        aria-disabled={state.kind === 'sending'}
        onClick={() => session.discard()}
      />
      <Recorded state={state} />
      {/* One button, so that the focus stays on it from one state to the next. */}
      <IconButton
        class="primary"
        name={t(isRecording ? 'voice.stop' : 'voice.send')}
        icon={isRecording ? 'stop' : 'send'}
        aria-disabled={!isRecording && state.kind !== 'complete'}
        onClick={isRecording ? () => session.stop() : send}
      />
    </div>
  );
}

/** What is recorded, or was. */
function Recorded({ state }: { readonly state: VoiceState }) {
  switch (state.kind) {
    case 'empty':
      return null;
    case 'asking':
      return <span role="status">{t('voice.asking')}</span>;
    case 'recording':
      return (
        <>
          <span class="recording-mark" aria-hidden="true" />
          <span class="time" role="timer">
            {clockText(state.seconds)}
          </span>
          <Levels levels={state.levels} />
        </>
      );
    case 'measuring':
    case 'sending':
      return <span role="status">{t('common.loading')}</span>;
    case 'complete':
      return <Listen key={state.draft.id} draft={state.draft} />;
  }
}

/** The loudness of the last seconds; the newest is at the end. */
function Levels({ levels }: { readonly levels: readonly number[] }) {
  const silent = Array.from({ length: 64 - levels.length }, () => 0);
  return (
    <span class="waveform">
      <svg viewBox="0 0 256 32" preserveAspectRatio="none" aria-hidden="true">
        <path d={barsPath([...silent, ...levels])} />
      </svg>
    </span>
  );
}

/** The player that the message will have. */
function Listen({ draft }: { readonly draft: CompleteDraft }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const address = URL.createObjectURL(draft.file);
    const audio = Object.assign(document.createElement('audio'), {
      controls: true,
      preload: 'metadata',
      src: address,
      title: titleOf(draft),
    });
    const { seconds, waveform } = draft.measures;
    if (waveform !== undefined) Object.assign(audio.dataset, { duration: String(seconds), waveform });
    box.current?.replaceChildren(audio);
    if (box.current) showPlayers(box.current);
    return () => {
      audio.pause();
      URL.revokeObjectURL(address);
    };
  }, []);
  return <span ref={box} class="listen" />;
}
