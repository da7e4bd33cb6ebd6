// Microphones, cameras and speakers: which are chosen in this browser, opening them, and why that failed.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { DeviceError, type DeviceMedium, type DeviceProblem } from '../lib/device-error.ts';
import { isRecord } from '../lib/stored-values.ts';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';

const STORED = 'parley-call-devices';

/** The device that was chosen in this browser; undefined for the system's. */
export function chosenDevice(kind: DeviceKind): string | undefined {
  const stored = storedValue(STORED);
  const id = isRecord(stored) ? stored[kind] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export function chooseDevice(kind: DeviceKind, id: string): void {
  const stored = storedValue(STORED);
  storeValue(STORED, { ...(isRecord(stored) ? stored : {}), [kind]: id });
}

const kinds = { audioinput: 'microphone', videoinput: 'camera', audiooutput: 'speaker' } as const;

export interface Device {
  readonly kind: DeviceKind;
  readonly id: string;
  /** Empty until a device of this kind may be used. */
  readonly label: string;
}

/** The devices of this computer. */
export async function devices(): Promise<Device[]> {
  const found = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return found.map(({ kind, deviceId, label }) => ({ kind: kinds[kind], id: deviceId, label }));
}

/** Whether this page may use devices at all: browsers require https. */
export const hasDevices = () => isSecureContext && 'mediaDevices' in navigator;

const problems: Readonly<Record<string, DeviceProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** What an error of the browser means. */
export const deviceProblemOf = ({ name }: DOMException): DeviceProblem => problems[name] ?? 'missing';

/**
 * The track of a device that the browser is asked for.
 * @param explain what an error of the browser means
 * @throws DeviceError
 */
export async function openDevice(
  medium: DeviceMedium,
  request: () => Promise<MediaStream>,
  explain: (error: DOMException) => DeviceProblem | Promise<DeviceProblem> = deviceProblemOf,
): Promise<MediaStreamTrack> {
  if (!hasDevices()) throw new DeviceError(medium, 'insecure');
  const kind = medium === 'microphone' ? 'audio' : 'video';
  try {
    const track = (await request()).getTracks().find((one) => one.kind === kind);
    if (track) return track;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new DeviceError(medium, await explain(error));
  }
  throw new DeviceError(medium, 'missing');
}

/** The constraint for the device that was chosen in this browser. */
export const chosen = (kind: DeviceKind) => {
  const id = chosenDevice(kind);
  // If it is not connected, the browser takes another one.
  return id === undefined ? {} : { deviceId: { ideal: id } };
};

/** Opens the microphone that was chosen in this browser. @throws DeviceError */
export function openMicrophone(more: MediaTrackConstraints = {}): Promise<MediaStreamTrack> {
  const audio = {
    ...more,
    ...chosen('microphone'),
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  };
  return openDevice('microphone', () => navigator.mediaDevices.getUserMedia({ audio }));
}
