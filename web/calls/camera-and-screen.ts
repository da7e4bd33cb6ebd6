// Opens the camera and the screen for a call.

import { chosen, hasDevices, openDevice } from '../components/devices.ts';
import { DeviceError } from '../lib/device-error.ts';
import { type CameraProfile, screenProfile } from './engine/camera-profile.ts';

const sizeOf = ({ width, height, framesPerSecond }: CameraProfile) => ({
  width: { ideal: width },
  height: { ideal: height },
  frameRate: { ideal: framesPerSecond, max: framesPerSecond },
});

/** Throws a `DeviceError`. */
export function openCamera(profile: CameraProfile): Promise<MediaStreamTrack> {
  const video = { ...chosen('camera'), ...sizeOf(profile) };
  return openDevice(() => navigator.mediaDevices.getUserMedia({ video }), 'video');
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
    const track = await openDevice(
      () => navigator.mediaDevices.getDisplayMedia({ video, audio: false }),
      'video',
    );
    // Texts should be sharp.
    track.contentHint = 'detail';
    return track;
  } catch (error) {
    throw error instanceof DeviceError && error.problem === 'refused' ? new DeviceError('cancelled') : error;
  }
}
