// Carries a call through a LiveKit server. The library is large, and loaded only with the first such call.

import {
  ConnectionQuality,
  ConnectionState,
  DefaultReconnectPolicy,
  type LocalTrackPublication,
  LogLevel,
  type RemoteParticipant,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  VideoQuality,
} from 'livekit-client';
import { Emitter } from '../../lib/emitter.ts';
import { type CameraProfile, cameraProfile, screenProfile } from './camera-profile.ts';
import {
  type CallEngine,
  type Medium,
  media,
  type Other,
  type Reach,
  type Remote,
  type Tracks,
} from './engine.ts';
import type { ConnectionSettings, MediaTrack } from './platform.ts';

export interface LiveKitOptions {
  readonly url: string;
  /** Lets this device into the room of the call, for a short time. */
  readonly token: string;
  readonly settings: Partial<ConnectionSettings>;
  /** Called when the connection is lost for good. */
  readonly onOver: () => void;
}

const sources: Readonly<Record<Medium, Track.Source>> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
};

/**
 * The pauses, in milliseconds, before the library tries to reconnect. Then the session makes other engines, with fresh tokens;
 * by its own pauses the library would try for 44 seconds before.
 */
const RECONNECT_PAUSES = [0, 300, 1200, 2700];

/** Events after which the screens may show something else. */
const changes = [
  RoomEvent.ConnectionStateChanged,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.ConnectionQualityChanged,
] as const;

// The library writes to the console what the screens show.
setLogLevel(LogLevel.silent);

export class LiveKitEngine implements CallEngine {
  readonly #options: LiveKitOptions;
  readonly #changes = new Emitter<'remotes'>();
  // Pictures are shown by elements that the library does not know, so it must not judge by them what is visible.
  readonly #room = new Room({
    adaptiveStream: false,
    dynacast: true,
    stopLocalTrackOnUnpublish: false,
    reconnectPolicy: new DefaultReconnectPolicy(RECONNECT_PAUSES),
  });
  readonly #tracks = new Map<Medium, MediaStreamTrack>();
  readonly #published = new Map<Medium, LocalTrackPublication>();
  #profile = cameraProfile(1, false);
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  isOver = false;

  constructor(options: LiveKitOptions) {
    this.#options = options;
    for (const type of changes) this.#room.on(type, () => this.#changed());
    this.#room.on(RoomEvent.Disconnected, () => this.#lost());
    // What was refused may be allowed now.
    this.#room.on(RoomEvent.ParticipantPermissionsChanged, (_before, { isLocal }) => {
      if (isLocal) this.#publishAll();
    });
    this.#room.on(RoomEvent.TrackSubscribed, (_track, publication) => this.#chooseQuality(publication));
  }

  get isConnected(): boolean {
    return this.#room.state === ConnectionState.Connected;
  }

  get remotes(): ReadonlyMap<string, Remote> {
    return new Map(
      [...this.#room.remoteParticipants.values()].map((one) => [
        one.identity,
        { reach: this.#reachOf(one), tracks: tracksOf(one) },
      ]),
    );
  }

  levels(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#room.remoteParticipants.values()].map(({ identity, audioLevel }) => [identity, audioLevel]),
    );
  }

  /** The room knows the others itself. */
  setOthers(_others: readonly Other[]): void {
    this.#changed();
  }

  start(): void {
    const { url, token, settings } = this.#options;
    this.#room.connect(url, token, { rtcConfig: settings }).then(
      () => this.#publishAll(),
      () => this.#lost(),
    );
  }

  async setTrack(medium: Medium, track: MediaTrack | undefined): Promise<void> {
    if (track) this.#tracks.set(medium, track as MediaStreamTrack);
    else this.#tracks.delete(medium);
    if (this.isConnected) await this.#publish(medium);
  }

  setCameraProfile(profile: CameraProfile): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    for (const { trackPublications } of this.#room.remoteParticipants.values())
      for (const publication of trackPublications.values()) this.#chooseQuality(publication);
  }

  /** LiveKit has signals of its own. */
  receive(): void {
    // Nothing comes through Parley's server.
  }

  networkChanged(): void {
    // The library notices it by itself.
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen('remotes', listener);
  }

  close(): void {
    this.#isClosed = true;
    void this.#room.disconnect(false);
  }

  #changed(): void {
    this.#changes.emit('remotes');
  }

  #lost(): void {
    if (this.#isClosed || this.isOver) return;
    this.isOver = true;
    this.#changed();
    this.#options.onOver();
  }

  #reachOf({ connectionQuality }: RemoteParticipant): Reach {
    if (!this.isConnected) return this.#room.state === ConnectionState.Connecting ? 'connecting' : 'lost';
    return connectionQuality === ConnectionQuality.Lost ? 'lost' : 'connected';
  }

  #publishAll(): void {
    for (const medium of media) void this.#publish(medium);
  }

  /** Publishes, replaces or withdraws a track, one after another. */
  #publish(medium: Medium): Promise<void> {
    // The next change tries again; if the connection is lost, all are published again.
    this.#work = this.#work.then(() => this.#publishNow(medium)).catch(() => undefined);
    return this.#work;
  }

  async #publishNow(medium: Medium): Promise<void> {
    const track = this.#tracks.get(medium);
    const published = this.#published.get(medium);
    const { localParticipant } = this.#room;
    if (published?.track?.mediaStreamTrack === track) return;
    if (published?.track && track) {
      await published.track.replaceTrack(track, true);
    } else if (published?.track) {
      this.#published.delete(medium);
      await localParticipant.unpublishTrack(published.track, false);
    } else if (track) {
      this.#published.set(medium, await localParticipant.publishTrack(track, this.#publishOptions(medium)));
    }
  }

  #publishOptions(medium: Medium) {
    const source = sources[medium];
    if (medium === 'microphone') return { source };
    const { bitsPerSecond, framesPerSecond } = medium === 'screen' ? screenProfile : this.#profile;
    const encoding = { maxBitrate: bitsPerSecond, maxFramerate: framesPerSecond };
    return medium === 'screen'
      ? { source, simulcast: false, screenShareEncoding: encoding }
      : { source, simulcast: true, videoEncoding: encoding };
  }

  /** With many cameras, each is received small. */
  #chooseQuality(publication: Pick<RemoteTrackPublication, 'source' | 'setVideoQuality'>): void {
    if (publication.source !== Track.Source.Camera) return;
    publication.setVideoQuality(this.#profile.height > SMALL_HEIGHT ? VideoQuality.HIGH : VideoQuality.LOW);
  }
}

const SMALL_HEIGHT = 180;

function tracksOf(participant: RemoteParticipant): Tracks {
  const tracks: Partial<Record<Medium, MediaTrack>> = {};
  for (const medium of media) {
    const track = participant.getTrackPublication(sources[medium])?.track?.mediaStreamTrack;
    if (track) tracks[medium] = track;
  }
  return tracks;
}
