// Records the microphone with the recorder of the browser.

import { hasDevices, openMicrophone } from '../../components/devices.ts';
import { meterOf } from '../../components/sound-meter.ts';
import { DeviceError } from '../../lib/device-error.ts';
import { levelOf } from '../../lib/waveform.ts';
import { type Recorder, type RecorderOptions, RecordingError } from './recording.ts';

/** The kinds of files that all browsers play, best first. */
const kinds = [
  { recorded: 'audio/webm;codecs=opus', type: 'audio/webm', bitsPerSecond: 24_000 },
  { recorded: 'audio/mp4;codecs=mp4a.40.2', type: 'audio/mp4', bitsPerSecond: 32_000 },
] as const;

const CHUNK_MILLISECONDS = 1000;
/** Speech that is near to the microphone has a loudness of a fifth. */
const GAIN = 5;

async function openStream(): Promise<MediaStream> {
  try {
    return new MediaStream([await openMicrophone({ channelCount: 1 })]);
  } catch (error) {
    // Only the choice of a screen can be cancelled.
    if (error instanceof DeviceError && error.problem !== 'cancelled')
      throw new RecordingError(error.problem);
    throw error;
  }
}

/**
 * Asks for the microphone and begins to record. The microphone is closed if that fails.
 * @throws RecordingError, the signal's reason if it was aborted, or the error of the browser's recorder
 */
export async function startRecorder({ signal, onData, onEnd }: RecorderOptions): Promise<Recorder> {
  if (!hasDevices()) throw new RecordingError('insecure');
  const kind =
    'MediaRecorder' in globalThis
      ? kinds.find(({ recorded }) => MediaRecorder.isTypeSupported(recorded))
      : undefined;
  if (!kind) throw new RecordingError('unsupported');
  const stream = await openStream();
  if (signal.aborted) {
    endTracks(stream);
    throw signal.reason;
  }
  try {
    return begin(stream, kind, { onData, onEnd });
  } catch (error) {
    endTracks(stream);
    throw error;
  }
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function begin(
  stream: MediaStream,
  { recorded: mimeType, type, bitsPerSecond }: (typeof kinds)[number],
  { onData, onEnd }: Pick<RecorderOptions, 'onData' | 'onEnd'>,
): Recorder {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  let recorded = new Blob([], { type });
  recorder.ondataavailable = ({ data }) => {
    recorded = new Blob([recorded, data], { type });
    onData();
  };
  recorder.start(CHUNK_MILLISECONDS);
  const meter = meterOf(stream);
  recorder.onstop = () => {
    endTracks(stream);
    meter.close();
    onEnd();
  };
  return {
    get recorded() {
      return recorded;
    },
    get level() {
      return levelOf(meter.loudness * GAIN);
    },
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
    },
  };
}
