// Plays the sound of the other participants, by audio elements: browsers pause the other ways when a page is in the
// background.

import { useEffect } from 'preact/hooks';
import { chosenDevice } from '../components/devices.ts';
import type { CallSession } from './call-session.ts';
import { useSession } from './use-calls.ts';

/** Sent when another speaker was chosen. */
export const speakerChanges = new EventTarget();

function Sound({ track }: { readonly track: MediaStreamTrack }) {
  useEffect(() => {
    const audio = new Audio();
    audio.srcObject = new MediaStream([track]);
    // After a reload, the browser may wait for a press on the page.
    const play = () => void audio.play().catch(() => undefined);
    const useSpeaker = () => {
      // Not all browsers choose speakers, and the chosen one may be gone; then the system's plays.
      if ('setSinkId' in audio) void audio.setSinkId(chosenDevice('speaker') ?? '').catch(() => undefined);
    };
    useSpeaker();
    play();
    speakerChanges.addEventListener('change', useSpeaker);
    document.addEventListener('pointerdown', play);
    document.addEventListener('keydown', play);
    return () => {
      speakerChanges.removeEventListener('change', useSpeaker);
      document.removeEventListener('pointerdown', play);
      document.removeEventListener('keydown', play);
      audio.srcObject = null;
    };
  }, [track]);
  return null;
}

export function CallSound({ session }: { readonly session: CallSession }) {
  useSession(session);
  return (
    <>
      {session.participants.map(
        ({ session: key, sound_track: track }) => track && <Sound key={key} track={track} />,
      )}
    </>
  );
}
