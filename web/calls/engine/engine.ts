// What carries the sound and pictures of a call. The mesh connects browsers directly; LiveKit is a server between them.
// The screens know only this interface.

import type { CameraProfile } from './camera-profile.ts';
import type { MediaTrack } from './platform.ts';

/** What a participant sends: one track of each. */
export type Medium = 'microphone' | 'camera' | 'screen';

export const media: readonly Medium[] = ['microphone', 'camera', 'screen'];

export type Tracks = Readonly<Partial<Record<Medium, MediaTrack>>>;

/** Whether a participant is heard: not yet, now, or no longer. */
export type Reach = 'connecting' | 'connected' | 'lost';

/** What arrives from another participant. */
export interface Remote {
  readonly reach: Reach;
  readonly tracks: Tracks;
}

/** Another participant as the server describes them. */
export interface Other {
  readonly session: string;
  readonly isMuted: boolean;
}

export interface CallEngine {
  /** Whether it can carry sound at the moment. */
  readonly isConnected: boolean;
  /** Whether it cannot go on, so that another one must be made. */
  readonly isOver: boolean;
  /** By session. A participant that is not connected yet may be missing. */
  readonly remotes: ReadonlyMap<string, Remote>;
  /** How loud the others are at the moment, from 0 to 1, by session. */
  levels(): ReadonlyMap<string, number>;
  /** The other participants, whenever they change. */
  setOthers(others: readonly Other[]): void;
  /** Connects to those who were there before, once they and the first tracks are known. */
  start(): void;
  /** Sends a track from now on, or nothing. */
  setTrack(medium: Medium, track: MediaTrack | undefined): Promise<void>;
  setCameraProfile(profile: CameraProfile): void;
  /** What another participant has sent through the server. */
  receive(from: string, data: unknown): void;
  /** The browser may have another network, or is online again. */
  networkChanged(): void;
  /** Calls the listener when `remotes` has changed. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  close(): void;
}
