// The microphone, camera and screen of this participant: opening them again when a device goes, and closing them.

import { openMicrophone } from '../components/devices.ts';
import { DeviceError, type DeviceProblem } from '../lib/device-error.ts';
import { openCamera, openScreen, resizeCamera } from './camera-and-screen.ts';
import { type CameraProfile, cameraProfile } from './engine/camera-profile.ts';
import type { Medium } from './engine/engine.ts';

export interface OwnTracksOptions {
  /** Sends a track from now on, or nothing. */
  readonly send: (medium: Medium, track: MediaStreamTrack | undefined) => Promise<void>;
  /** Called when a device is gone and there is no other one, and when the person stopped sharing in the browser's own bar. */
  readonly onEnded: (medium: Medium) => void;
  readonly onChange: () => void;
}

export class OwnTracks {
  readonly #options: OwnTracksOptions;
  readonly #tracks = new Map<Medium, MediaStreamTrack>();
  readonly #closing = new AbortController();
  /** Why there is no microphone. */
  microphoneProblem: DeviceProblem | undefined;
  #isMuted = false;
  #profile = cameraProfile(1, false);

  constructor(options: OwnTracksOptions) {
    this.#options = options;
    navigator.mediaDevices?.addEventListener('devicechange', () => void this.reopenMicrophone(), {
      signal: this.#closing.signal,
    });
  }

  get(medium: Medium): MediaStreamTrack | undefined {
    return this.#tracks.get(medium);
  }

  /** A microphone that is off sends silence, so that the others notice if the connection is lost. */
  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    const track = this.get('microphone');
    if (track) track.enabled = !isMuted;
  }

  /** Opens the chosen microphone, again if a device was connected or removed. Without one, others do not hear this person. */
  async reopenMicrophone(): Promise<void> {
    try {
      const track = await openMicrophone();
      const before = this.get('microphone');
      const isSame = before?.readyState === 'live' && deviceOf(before) === deviceOf(track);
      if (isSame || this.#closing.signal.aborted) {
        track.stop();
        return;
      }
      this.microphoneProblem = undefined;
      track.enabled = !this.#isMuted;
      await this.#set('microphone', track);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      // While another program uses it, the one that is open goes on.
      if (this.get('microphone')?.readyState === 'live') return;
      this.microphoneProblem = error.problem;
      await this.#set('microphone', undefined);
      this.#options.onEnded('microphone');
    }
  }

  /** Throws a `DeviceError`. */
  async open(medium: 'camera' | 'screen'): Promise<void> {
    await this.#set(medium, medium === 'camera' ? await openCamera(this.#profile) : await openScreen());
  }

  async close(medium: 'camera' | 'screen'): Promise<void> {
    await this.#set(medium, undefined);
  }

  setProfile(profile: CameraProfile): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    const camera = this.get('camera');
    if (camera) void resizeCamera(camera, profile);
  }

  /** Sends all tracks over a new connection to the others. */
  async sendAll(): Promise<void> {
    for (const [medium, track] of this.#tracks) await this.#options.send(medium, track);
  }

  closeAll(): void {
    this.#closing.abort();
    for (const track of this.#tracks.values()) track.stop();
    this.#tracks.clear();
  }

  async #set(medium: Medium, track: MediaStreamTrack | undefined): Promise<void> {
    // Meanwhile the call may have ended.
    if (this.#closing.signal.aborted) {
      track?.stop();
      return;
    }
    const before = this.get(medium);
    if (track) this.#tracks.set(medium, track);
    else this.#tracks.delete(medium);
    track?.addEventListener('ended', () => this.#ended(medium, track), { signal: this.#closing.signal });
    this.#options.onChange();
    await this.#options.send(medium, track);
    before?.stop();
  }

  /** A device was unplugged, or the person stopped sharing. Not called for a track that was stopped here. */
  #ended(medium: Medium, track: MediaStreamTrack): void {
    if (this.get(medium) !== track) return;
    if (medium === 'microphone') void this.reopenMicrophone();
    else void this.#set(medium, undefined).then(() => this.#options.onEnded(medium));
  }
}

const deviceOf = (track: MediaStreamTrack) => track.getSettings().deviceId;
