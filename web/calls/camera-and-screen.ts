// Opens the camera and the screen for a call.

import { chosen, deviceProblemOf, hasDevices, openDevice } from '../components/devices.ts';
import type { DeviceProblem } from '../lib/device-error.ts';
import { type CameraProfile, screenProfile } from './engine/camera-profile.ts';

const sizeOf = ({ width, height, framesPerSecond }: CameraProfile) => ({
  width: { ideal: width },
  height: { ideal: height },
  frameRate: { ideal: framesPerSecond, max: framesPerSecond },
});

/** Throws a `DeviceError`. */
export function openCamera(profile: CameraProfile): Promise<MediaStreamTrack> {
  const video = { ...chosen('camera'), ...sizeOf(profile) };
  return openDevice('camera', () => navigator.mediaDevices.getUserMedia({ video }));
}

/** Changes the size of a camera that is on; where the camera has no such size, the encoder scales. */
export async function resizeCamera(track: MediaStreamTrack, profile: CameraProfile): Promise<void> {
  await track.applyConstraints({ ...chosen('camera'), ...sizeOf(profile) }).catch(() => undefined); // It stays as it is.
}

/** Whether this browser can share the screen; phones cannot. */
export const canShareScreen = () => hasDevices() && 'getDisplayMedia' in navigator.mediaDevices;

/** Whether the browser forbids it, for example because of the operator of the computer. Not all browsers say so. */
async function isScreenForbidden(): Promise<boolean> {
  const name = 'display-capture' as PermissionName;
  const status = await navigator.permissions?.query({ name }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Browsers report that the person chose no screen as if they had refused it. */
async function screenProblemOf(error: DOMException): Promise<DeviceProblem> {
  if (error.name !== 'NotAllowedError') return deviceProblemOf(error);
  // So Chromium reports that the privacy settings of the system forbid it.
  if (/by system/i.test(error.message)) return 'busy';
  return (await isScreenForbidden()) ? 'refused' : 'cancelled';
}

/** Throws a `DeviceError`. */
export async function openScreen(): Promise<MediaStreamTrack> {
  const video = { frameRate: { max: screenProfile.framesPerSecond } };
  const request = () => navigator.mediaDevices.getDisplayMedia({ video, audio: false });
  const track = await openDevice('screen', request, screenProblemOf);
  // Texts should be sharp.
  track.contentHint = 'detail';
  return track;
}
