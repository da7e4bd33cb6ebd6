// Microphones, cameras, speakers and the screen: which are chosen in this browser, opening them, and why that failed.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { isRecord } from '../lib/stored-values.ts';
import { type CameraProfile, screenProfile } from './engine/camera-profile.ts';

/** Why a device cannot be used. `cancelled`: the person chose no screen. */
export type DeviceProblem = 'insecure' | 'refused' | 'missing' | 'busy' | 'cancelled';

export class DeviceError extends Error {
  readonly problem: DeviceProblem;

  constructor(problem: DeviceProblem) {
    super(`no device: ${problem}`);
    this.problem = problem;
  }
}

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

async function open(request: () => Promise<MediaStream>, kind: 'audio' | 'video'): Promise<MediaStreamTrack> {
  if (!hasDevices()) throw new DeviceError('insecure');
  try {
    const track = (await request()).getTracks().find((one) => one.kind === kind);
    if (track) return track;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new DeviceError(problems[error.name] ?? 'missing');
  }
  throw new DeviceError('missing');
}

const chosen = (kind: DeviceKind) => {
  const id = chosenDevice(kind);
  // If it is not connected, the browser takes another one.
  return id === undefined ? {} : { deviceId: { ideal: id } };
};

/** Throws a `DeviceError`. */
export function openMicrophone(): Promise<MediaStreamTrack> {
  const audio = {
    ...chosen('microphone'),
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  };
  return open(() => navigator.mediaDevices.getUserMedia({ audio }), 'audio');
}

const sizeOf = ({ width, height, framesPerSecond }: CameraProfile) => ({
  width: { ideal: width },
  height: { ideal: height },
  frameRate: { ideal: framesPerSecond, max: framesPerSecond },
});

/** Throws a `DeviceError`. */
export function openCamera(profile: CameraProfile): Promise<MediaStreamTrack> {
  const video = { ...chosen('camera'), ...sizeOf(profile) };
  return open(() => navigator.mediaDevices.getUserMedia({ video }), 'video');
}

/** Changes the size of a camera that is on; where the camera has no such size, the encoder scales. */
export async function resizeCamera(track: MediaStreamTrack, profile: CameraProfile): Promise<void> {
  await track.applyConstraints({ ...chosen('camera'), ...sizeOf(profile) }).catch(() => undefined); // It stays as it is.
}

/** Whether this browser can share the screen; phones cannot. */
export const canShareScreen = () => hasDevices() && 'getDisplayMedia' in navigator.mediaDevices;

/** Throws a `DeviceError`. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const video = { frameRate: { max: screenProfile.framesPerSecond } };
  try {
    const track = await open(() => navigator.mediaDevices.getDisplayMedia({ video, audio: false }), 'video');
    // Texts should be sharp.
    track.contentHint = 'detail';
    return track;
  } catch (error) {
    throw error instanceof DeviceError && error.problem === 'refused' ? new DeviceError('cancelled') : error;
  }
}
