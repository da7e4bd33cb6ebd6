// How large and fluent cameras are: the more of them, the less each may send, because in a mesh every browser sends to
// every other.

/** The size, frames per second and bits per second of a camera. */
export interface CameraProfile {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly bitsPerSecond: number;
}

const MAX_LARGE_CAMERAS = 4;

const large: CameraProfile = { width: 640, height: 360, framesPerSecond: 24, bitsPerSecond: 500_000 };
const small: CameraProfile = { width: 320, height: 180, framesPerSecond: 15, bitsPerSecond: 200_000 };

/** The screen is sharp rather than fluent. */
export const screenProfile = { framesPerSecond: 5, bitsPerSecond: 1_000_000 };

/** The profile for a number of cameras. A shared screen leaves them little. */
export function cameraProfile(cameras: number, isScreenShared: boolean): CameraProfile {
  return cameras > MAX_LARGE_CAMERAS || isScreenShared ? small : large;
}
