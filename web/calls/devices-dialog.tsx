// The dialog for the devices of a call: microphone with its level, speaker with a test sound, camera.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { chooseDevice, chosenDevice, type Device, type DeviceKind, devices } from '../components/devices.ts';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { t } from '../i18n/texts.ts';
import type { CallSession } from './call-session.ts';
import { speakerChanges } from './call-sound.tsx';
import { microphoneProblemText, showDeviceProblem } from './device-texts.ts';
import { useLevel } from './level.ts';
import { playRing } from './ring-sound.ts';
import { useSession } from './use-calls.ts';

export function showDevices(session: CallSession): void {
  showDialog((close) => <DevicesDialog session={session} onClose={close} />);
}

const labels = { microphone: 'call.microphone', speaker: 'call.speaker', camera: 'call.camera' } as const;

interface ChoiceProps {
  readonly kind: DeviceKind;
  readonly all: readonly Device[];
  readonly onChoose: () => void;
}

function Choice({ kind, all, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => chosenDevice(kind) ?? '');
  // Browsers list the system's own choice too, which is the first option here.
  const listed = all.filter(({ kind: one, id }) => one === kind && id !== '' && id !== 'default');
  return (
    <label class="field">
      <span>{t(labels[kind])}</span>
      <select
        class="input"
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          chooseDevice(kind, value);
          setChosen(value);
          onChoose();
        }}
      >
        <option value="">{t('call.systemDevice')}</option>
        {listed.map(({ id, label }) => (
          <option key={id} value={id}>
            {label || t(labels[kind])}
          </option>
        ))}
      </select>
    </label>
  );
}

function Level({ session }: { readonly session: CallSession }) {
  const level = useLevel(session.tracks.get('microphone'));
  return <meter class="call-level" aria-label={t('call.level')} min={0} max={1} value={level} />;
}

async function playTest(): Promise<void> {
  const audio = new AudioContext();
  // Not all browsers choose the speaker of such a sound.
  const choosing = audio as AudioContext & { setSinkId?(id: string): Promise<void> };
  await choosing.setSinkId?.(chosenDevice('speaker') ?? '').catch(() => undefined);
  playRing(audio);
  await new Promise((resolve) => setTimeout(resolve, TEST_MILLISECONDS));
  await audio.close();
}

const TEST_MILLISECONDS = 1000;

function DevicesDialog({
  session,
  onClose,
}: {
  readonly session: CallSession;
  readonly onClose: () => void;
}) {
  useSession(session);
  const [all, setAll] = useState<readonly Device[]>([]);
  const list = () => void devices().then(setAll, () => setAll([]));
  useEffect(() => {
    list();
    navigator.mediaDevices?.addEventListener('devicechange', list);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', list);
  }, []);
  const problem = session.tracks.microphoneProblem;
  const hasSpeakers = 'setSinkId' in HTMLMediaElement.prototype;
  return (
    <Dialog title={t('call.devices')} size="small" onClose={onClose}>
      <div class="call-devices">
        <Choice
          kind="microphone"
          all={all}
          onChoose={() => void session.tracks.reopenMicrophone().then(list).catch(showDeviceProblem)}
        />
        {problem ? <p class="problem">{microphoneProblemText(problem)}</p> : <Level session={session} />}
        {hasSpeakers && (
          <Choice
            kind="speaker"
            all={all}
            onChoose={() => speakerChanges.dispatchEvent(new Event('change'))}
          />
        )}
        <Button onClick={playTest}>{t('call.testSpeaker')}</Button>
        <Choice
          kind="camera"
          all={all}
          onChoose={() => {
            if (session.own.camera) void session.tracks.open('camera').catch(showDeviceProblem);
          }}
        />
      </div>
    </Dialog>
  );
}
