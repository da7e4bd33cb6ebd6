// The player of recordings in messages: a waveform, which also seeks, the time and the speed. Audio files without a
// waveform keep the player of the browser.

import { render } from 'preact';
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { clockText } from '../lib/clock-text.ts';
import { heardPosition, storeHeardPosition } from '../lib/heard-positions.ts';
import { barsPath, levelsIn } from '../lib/waveform.ts';
import { IconButton } from './button.tsx';
import { pauseOthers } from './one-sound.ts';
import { showError } from './status-line.tsx';

const SPEEDS: readonly number[] = [1, 1.5, 2];
const STORED_SPEED = 'voice speed';
const STEP_SECONDS = 5;
const PAGE_SECONDS = 30;

const events = ['play', 'pause', 'timeupdate', 'seeking', 'ratechange', 'durationchange', 'ended'] as const;

/** The speed that this person last chose. */
function speed(): number {
  return SPEEDS.find((one) => one === storedValue(STORED_SPEED)) ?? 1;
}

function applySpeed(audio: HTMLMediaElement): void {
  // Loading the file sets the speed to the default one.
  audio.defaultPlaybackRate = speed();
  audio.playbackRate = speed();
}

function chooseNextSpeed(): void {
  const next = SPEEDS[SPEEDS.indexOf(speed()) + 1] ?? 1;
  storeValue(STORED_SPEED, next);
  for (const audio of document.querySelectorAll<HTMLAudioElement>('audio[data-waveform]')) applySpeed(audio);
}

async function toggle(audio: HTMLAudioElement): Promise<void> {
  if (!audio.paused) {
    audio.pause();
    return;
  }
  if (audio.error) audio.load();
  try {
    await audio.play();
  } catch (error) {
    // A pause before it has begun is no error.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showError(t('voice.cannotPlay'));
  }
}

interface PlayerProps {
  readonly audio: HTMLAudioElement;
  readonly levels: readonly number[];
  /** As the uploader measured it. */
  readonly seconds: number;
}

function Player({ audio, levels, seconds }: PlayerProps) {
  const [, update] = useReducer((count: number, _event: Event) => count + 1, 0);
  useLayoutEffect(() => {
    for (const name of events) audio.addEventListener(name, update);
    return () => {
      for (const name of events) audio.removeEventListener(name, update);
    };
  }, [audio]);
  // The length of a file that is being recorded, or was damaged, is not known.
  const length = Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : seconds;
  const at = Math.min(audio.currentTime, length);
  const isUntouched = audio.paused && at === 0;
  return (
    <>
      <IconButton
        class="play"
        name={t(audio.paused ? 'voice.play' : 'voice.pause')}
        icon={audio.paused ? 'play' : 'pause'}
        onClick={() => void toggle(audio)}
      />
      <Position audio={audio} levels={levels} at={at} length={length} />
      <span class="time">{clockText(isUntouched ? length : at)}</span>
      <button
        type="button"
        class="speed"
        aria-label={t('voice.speed', { speed: audio.playbackRate })}
        onClick={chooseNextSpeed}
      >
        {t('voice.times', { speed: audio.playbackRate })}
      </button>
    </>
  );
}

interface PositionProps {
  readonly audio: HTMLAudioElement;
  readonly levels: readonly number[];
  readonly at: number;
  readonly length: number;
}

/** The waveform, which is also the slider for the position. Time runs from left to right in every language. */
function Position({ audio, levels, at, length }: PositionProps) {
  const seek = (to: number) => {
    audio.currentTime = Math.min(length, Math.max(0, to));
  };
  const seekTo = ({ clientX, currentTarget }: PointerEvent & { readonly currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek((length * (clientX - left)) / Math.max(1, width));
  };
  function onKeyDown(event: KeyboardEvent) {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowRight: () => seek(at + STEP_SECONDS),
      ArrowLeft: () => seek(at - STEP_SECONDS),
      PageUp: () => seek(at + PAGE_SECONDS),
      PageDown: () => seek(at - PAGE_SECONDS),
      Home: () => seek(0),
      End: () => seek(length),
      ' ': () => void toggle(audio),
    };
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }
  const bars = barsPath(levels);
  return (
    <span
      class="waveform"
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('voice.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t('voice.timeOf', { time: clockText(at), length: clockText(length) })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      <svg viewBox="0 0 256 32" preserveAspectRatio="none" aria-hidden="true">
        <path d={bars} />
        <path d={bars} class="heard" style={{ clipPath: `inset(0 ${100 - (100 * at) / length}% 0 0)` }} />
      </svg>
    </span>
  );
}

function showPlayer(audio: HTMLAudioElement): void {
  const levels = levelsIn(audio.dataset.waveform ?? '');
  const seconds = Number(audio.dataset.duration);
  if (!levels || !(seconds > 0)) return;
  const box = document.createElement('span');
  box.className = 'voice-player';
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', audio.title);
  const { src } = audio;
  audio.controls = false;
  const heard = heardPosition(src);
  if (heard > 0) audio.currentTime = heard;
  applySpeed(audio);
  // It also pauses when its message is removed from the page. The address of a draft is only valid in this page.
  if (!src.startsWith('blob:'))
    audio.addEventListener('pause', () => storeHeardPosition(src, audio.ended ? 0 : audio.currentTime));
  audio.before(box);
  render(<Player audio={audio} levels={levels} seconds={seconds} />, box);
}

/** Replaces the players of recordings within an element. */
export function showPlayers(root: ParentNode): void {
  pauseOthers();
  for (const audio of root.querySelectorAll<HTMLAudioElement>('audio[controls][data-waveform]'))
    showPlayer(audio);
}
