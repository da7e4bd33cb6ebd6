// The connection to one other browser, by perfect negotiation: either side may make an offer at any time, and if both do,
// the polite one gives way. Signals are handled one after another.

import type { CameraProfile } from './camera-profile.ts';
import { screenProfile } from './camera-profile.ts';
import { receivedPackets } from './connection-stats.ts';
import { type Medium, media, type Remote, type Tracks } from './engine.ts';
import { gathered } from './gathered.ts';
import { Liveness } from './liveness.ts';
import type { Candidate, Connection, ConnectionSettings } from './platform.ts';
import { addLines, limitBits, receivedLevel, receivedTracks, sendOn } from './sent-media.ts';
import { originOf, type Signal } from './signals.ts';

export interface PeerOptions {
  /** The polite side gives way if both make an offer. */
  readonly isPolite: boolean;
  readonly settings: () => ConnectionSettings;
  /** Fetches credentials for a repair; the old ones may have expired. */
  readonly refresh: () => Promise<void>;
  readonly connect: (settings: ConnectionSettings) => Connection;
  readonly send: (signal: Signal) => void;
  /** What this browser sends at the moment. */
  readonly tracks: () => Tracks;
  readonly cameraProfile: () => CameraProfile;
  readonly now: () => number;
  readonly onChange: () => void;
}

/** How long addresses that are found late are collected. */
const LATE_MILLISECONDS = 100;

export class Peer {
  readonly #options: PeerOptions;
  #connection: Connection | undefined;
  #liveness: Liveness;
  /** Of the other side's connection. */
  #remoteOrigin: string | undefined;
  #ignoresOffer = false;
  #work: Promise<void> = Promise.resolve();
  #late: Candidate[] = [];
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the description with the addresses found so far was sent. */
  #isSent = false;
  #isClosed = false;
  isMuted = false;
  #tracks: Tracks = {};

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#liveness = new Liveness(options.now(), options.isPolite);
  }

  get remote(): Remote {
    return { reach: this.#liveness.reach, tracks: this.#tracks };
  }

  get level(): number {
    return this.#connection ? receivedLevel(this.#connection) : 0;
  }

  /** Makes a new connection and offers it. */
  offer(): void {
    void this.#do(async () => {
      this.#connect();
      await this.#sendOffer();
    });
  }

  receive(signal: Signal): void {
    void this.#do(async () => {
      if ('candidates' in signal) await this.#addCandidates(signal.candidates);
      else if (signal.description.type === 'offer') await this.#takeOffer(signal.description.sdp);
      else await this.#takeAnswer(signal.description.sdp);
    });
  }

  setTrack(medium: Medium): Promise<void> {
    return this.#do(async () => {
      if (!this.#connection) return;
      await sendOn(this.#connection, medium, this.#options.tracks()[medium]);
      await this.#limit();
    });
  }

  limitCamera(): void {
    void this.#do(() => this.#limit());
  }

  /** Looks for other addresses, for example because the network has changed. */
  restart(): void {
    this.#liveness.repaired(this.#options.now());
    void this.#do(() => this.#restart());
  }

  /** Gives the connection new credentials. */
  configure(): void {
    this.#connection?.setConfiguration?.(this.#options.settings());
  }

  /** Checks each second what arrives, and repairs the connection. */
  async check(): Promise<void> {
    const connection = this.#connection;
    // A connection that was closed meanwhile has no statistics.
    const packets = connection && (await receivedPackets(connection).catch(() => undefined));
    if (this.#isClosed || connection !== this.#connection) return;
    const before = this.#liveness.reach;
    const repair = this.#liveness.see({
      now: this.#options.now(),
      packets: packets ?? 0,
      isConnected: connection?.connectionState === 'connected',
      isMuted: this.isMuted,
    });
    if (repair === 'renew') this.offer();
    if (repair === 'restart' && connection) void this.#do(() => this.#restart());
    if (before !== this.#liveness.reach) this.#options.onChange();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#lateTimer);
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Runs a step after the steps before it. A step that fails leaves the rest to the next repair. */
  #do(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : step()))
      // The liveness notices that nothing arrives.
      .catch(() => undefined);
    return this.#work;
  }

  #connect(): Connection {
    this.#connection?.close();
    const connection = this.#options.connect(this.#options.settings());
    this.#connection = connection;
    this.#remoteOrigin = undefined;
    this.#tracks = {};
    connection.addEventListener('icecandidate', (event) => {
      const { candidate } = event as { readonly candidate: (Candidate & { toJSON?(): Candidate }) | null };
      if (candidate?.candidate && this.#isSent && connection === this.#connection)
        this.#sendLate(candidate.toJSON?.() ?? candidate);
    });
    connection.addEventListener('connectionstatechange', () => this.#options.onChange());
    return connection;
  }

  #sendLate(candidate: Candidate): void {
    this.#late.push(candidate);
    this.#lateTimer ??= setTimeout(() => {
      this.#lateTimer = undefined;
      this.#options.send({ candidates: this.#late });
      this.#late = [];
    }, LATE_MILLISECONDS);
  }

  async #sendOffer(): Promise<void> {
    const connection = this.#connection ?? this.#connect();
    if (connection.getTransceivers().length === 0) {
      addLines(connection);
      await this.#sendTracks(connection);
    }
    await this.#describe(connection);
  }

  /** Sets and sends the description that is due: an offer, or the answer to one. */
  async #describe(connection: Connection): Promise<void> {
    this.#isSent = false;
    await connection.setLocalDescription();
    await gathered(connection);
    if (connection !== this.#connection) return;
    const description = connection.localDescription;
    if (description?.type !== 'offer' && description?.type !== 'answer') return;
    this.#isSent = true;
    this.#options.send({ description: { type: description.type, sdp: description.sdp } });
    await this.#limit();
  }

  async #restart(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    // The previous offer, or its answer, was lost.
    const offered = connection.signalingState === 'have-local-offer' && connection.localDescription;
    if (offered) {
      this.#options.send({ description: { type: 'offer', sdp: offered.sdp } });
      return;
    }
    await this.#options.refresh();
    if (connection !== this.#connection) return;
    this.configure();
    connection.restartIce();
    await this.#describe(connection);
  }

  async #takeOffer(sdp: string): Promise<void> {
    const { isPolite } = this.#options;
    const isColliding = this.#connection?.signalingState === 'have-local-offer';
    const isFresh = this.#remoteOrigin === undefined;
    const hasBegunAnew = !isFresh && this.#remoteOrigin !== originOf(sdp);
    this.#ignoresOffer = isColliding && !isPolite && !hasBegunAnew;
    if (this.#ignoresOffer) return;
    // A connection whose own first offer was not answered has lines that the other side does not know.
    const isUsable = this.#connection && !hasBegunAnew && !(isFresh && isColliding);
    const connection = isUsable && this.#connection ? this.#connection : this.#connect();
    await connection.setRemoteDescription({ type: 'offer', sdp });
    this.#remoteOrigin = originOf(sdp);
    await this.#sendTracks(connection);
    this.#received(connection);
    await this.#describe(connection);
  }

  async #takeAnswer(sdp: string): Promise<void> {
    const connection = this.#connection;
    // It belongs to an offer that was given up.
    if (connection?.signalingState !== 'have-local-offer') return;
    await connection.setRemoteDescription({ type: 'answer', sdp });
    this.#remoteOrigin = originOf(sdp);
    this.#ignoresOffer = false;
    this.#received(connection);
    await this.#limit();
  }

  async #addCandidates(candidates: readonly Candidate[]): Promise<void> {
    if (this.#ignoresOffer || !this.#connection?.remoteDescription) return;
    for (const candidate of candidates) {
      // It may belong to a description that has been replaced.
      await this.#connection?.addIceCandidate(candidate).catch(() => undefined);
    }
  }

  #received(connection: Connection): void {
    this.#liveness.answered();
    this.#tracks = receivedTracks(connection);
    this.#options.onChange();
  }

  async #sendTracks(connection: Connection): Promise<void> {
    const tracks = this.#options.tracks();
    for (const medium of media) await sendOn(connection, medium, tracks[medium]);
  }

  async #limit(): Promise<void> {
    if (!this.#connection) return;
    await limitBits(this.#connection, 'camera', this.#options.cameraProfile());
    await limitBits(this.#connection, 'screen', screenProfile);
  }
}
