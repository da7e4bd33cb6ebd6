// Connects the browsers of a call directly, each with each. Who joins makes an offer to all who are there; the others
// wait for it.

import { Emitter, type Scheduler } from '../../lib/emitter.ts';
import { type CameraProfile, cameraProfile } from './camera-profile.ts';
import type { CallEngine, Medium, Other, Remote, Tracks } from './engine.ts';
import { Peer } from './peer.ts';
import type { Connection, ConnectionSettings, IceServer, MediaTrack } from './platform.ts';
import { type OutgoingSignal, SignalSender } from './signal-sender.ts';
import { signalIn } from './signals.ts';

export interface MeshOptions {
  readonly ownSession: string;
  readonly iceServers: readonly IceServer[];
  /** Whether browsers must not learn each other's addresses. */
  readonly isRelayOnly: boolean;
  readonly connect: (settings: ConnectionSettings) => Connection;
  readonly post: (signals: OutgoingSignal[]) => Promise<unknown>;
  /** Called when the server refuses signals, for example because the participation has ended. */
  readonly onRefused: (error: unknown) => void;
  /** Fetches servers with fresh credentials. */
  readonly fetchIceServers: () => Promise<readonly IceServer[]>;
  readonly now?: () => number;
  /** Schedules the calls of listeners. */
  readonly later?: Scheduler;
}

const CHECK_MILLISECONDS = 1000;
/** Half of the time for which the server's credentials are valid. */
const RENEW_CREDENTIALS_MILLISECONDS = 3600 * 1000;
/** Connections that are repaired at once share the credentials. */
const FRESH_MILLISECONDS = 2000;

export class Mesh implements CallEngine {
  /** Each connection is repaired by itself. */
  readonly isConnected = true;
  readonly isOver = false;
  readonly #options: MeshOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #listed = new Set<string>();
  readonly #changes: Emitter<'remotes'>;
  readonly #sender: SignalSender;
  readonly #now: () => number;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  #tracks: Tracks = {};
  #profile = cameraProfile(1, false);
  #iceServers: readonly IceServer[];
  #refreshing: Promise<void> | undefined;
  #refreshedAt = 0;

  constructor(options: MeshOptions) {
    this.#options = options;
    this.#iceServers = options.iceServers;
    this.#now = options.now ?? Date.now;
    this.#refreshedAt = this.#now();
    this.#changes = new Emitter(options.later);
    this.#sender = new SignalSender(options.post, options.onRefused);
    this.#timers = [
      setInterval(() => {
        for (const peer of this.#peers.values()) void peer.check();
      }, CHECK_MILLISECONDS),
      setInterval(() => void this.#refresh(), RENEW_CREDENTIALS_MILLISECONDS),
    ];
  }

  get remotes(): ReadonlyMap<string, Remote> {
    return new Map([...this.#peers].map(([session, peer]) => [session, peer.remote]));
  }

  levels(): ReadonlyMap<string, number> {
    return new Map([...this.#peers].map(([session, peer]) => [session, peer.level]));
  }

  start(): void {
    for (const peer of this.#peers.values()) peer.offer();
  }

  setOthers(others: readonly Other[]): void {
    const sessions = new Set(others.map(({ session }) => session));
    for (const session of this.#listed) if (!sessions.has(session)) this.#remove(session);
    for (const { session, isMuted } of others) {
      this.#listed.add(session);
      this.#peer(session).isMuted = isMuted;
    }
    this.#changes.emit('remotes');
  }

  async setTrack(medium: Medium, track: MediaTrack | undefined): Promise<void> {
    const { [medium]: _before, ...others } = this.#tracks;
    this.#tracks = track ? { ...others, [medium]: track } : others;
    await Promise.all([...this.#peers.values()].map((peer) => peer.setTrack(medium)));
  }

  setCameraProfile(profile: CameraProfile): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    for (const peer of this.#peers.values()) peer.limitCamera();
  }

  receive(from: string, data: unknown): void {
    const signal = signalIn(data);
    // The participant's event may arrive later than the signal.
    if (signal && from !== this.#options.ownSession) this.#peer(from).receive(signal);
  }

  networkChanged(): void {
    this.#sender.retry();
    for (const peer of this.#peers.values()) peer.restart();
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen('remotes', listener);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const session of [...this.#peers.keys()]) this.#remove(session);
    this.#sender.close();
  }

  #remove(session: string): void {
    this.#peers.get(session)?.close();
    this.#peers.delete(session);
    this.#listed.delete(session);
  }

  #peer(session: string): Peer {
    const existing = this.#peers.get(session);
    if (existing) return existing;
    const peer = new Peer({
      isPolite: this.#options.ownSession > session,
      settings: () => ({
        iceServers: [...this.#iceServers],
        iceTransportPolicy: this.#options.isRelayOnly ? 'relay' : 'all',
      }),
      refresh: () => this.#refresh(),
      connect: this.#options.connect,
      send: (signal) => this.#sender.send(session, signal),
      tracks: () => this.#tracks,
      cameraProfile: () => this.#profile,
      now: this.#now,
      onChange: () => this.#changes.emit('remotes'),
    });
    this.#peers.set(session, peer);
    return peer;
  }

  /** Fetches fresh credentials. If it fails, the current ones are tried. */
  #refresh(): Promise<void> {
    if (this.#now() - this.#refreshedAt < FRESH_MILLISECONDS) return this.#refreshing ?? Promise.resolve();
    this.#refreshedAt = this.#now();
    this.#refreshing = this.#options.fetchIceServers().then(
      (servers) => {
        this.#iceServers = servers;
        for (const peer of this.#peers.values()) peer.configure();
      },
      // The server may be away while the call goes on.
      () => undefined,
    );
    return this.#refreshing;
  }
}
