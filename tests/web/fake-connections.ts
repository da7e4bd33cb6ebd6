// Connections between browsers without browsers: descriptions, roll-backs and restarts as WebRTC defines them, over a
// network that a test can cut.

import type {
  Connection,
  Description,
  Encoding,
  MediaTrack,
  Receiver,
  StatsReport,
  Transceiver,
} from '../../web/calls/engine/platform.ts';

/** The part of a description that changes with a restart. */
const generationOf = (sdp: string) => /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? '';

export class FakeNetwork {
  readonly connections: FakeConnection[] = [];
  /** What was cut off before a restart. */
  readonly #cut = new Set<string>();
  readonly #silent = new Set<FakeConnection>();

  connect(settings: { readonly iceServers: unknown }): FakeConnection {
    const connection = new FakeConnection(this, this.connections.length + 1, settings);
    this.connections.push(connection);
    return connection;
  }

  get open(): FakeConnection[] {
    return this.connections.filter(({ signalingState }) => signalingState !== 'closed');
  }

  /** Cuts all present paths; those found by a restart work. */
  cut(): void {
    for (const { localDescription } of this.connections)
      if (localDescription) this.#cut.add(generationOf(localDescription.sdp));
  }

  /** The browser no longer sends. */
  silence(connection: FakeConnection): void {
    this.#silent.add(connection);
  }

  /** The connection at the other end, if packets of it arrive. */
  partnerOf(connection: FakeConnection): FakeConnection | undefined {
    const { settledLocal, settledRemote } = connection;
    const other = this.open.find(
      (one) => one.settledLocal?.sdp === settledRemote?.sdp && one.settledRemote?.sdp === settledLocal?.sdp,
    );
    const isCut = [settledLocal, settledRemote].some((one) => !one || this.#cut.has(generationOf(one.sdp)));
    return other && !isCut && !this.#silent.has(other) ? other : undefined;
  }
}

class FakeTransceiver implements Transceiver {
  direction: string;
  readonly sender;
  readonly receiver: Receiver;

  constructor(kind: string, direction: string) {
    this.direction = direction;
    this.receiver = {
      track: { id: `received ${kind}`, kind },
      getSynchronizationSources: () => [{ audioLevel: 0.5 }],
    };
    const parameters: { encodings: Encoding[] } = { encodings: [{}] };
    this.sender = {
      track: null as MediaTrack | null,
      async replaceTrack(track: MediaTrack | null) {
        this.track = track;
      },
      getParameters: () => parameters,
      setParameters: async () => undefined,
    };
  }
}

export class FakeConnection implements Connection {
  readonly network: FakeNetwork;
  readonly id: number;
  signalingState = 'stable';
  iceGatheringState = 'new';
  localDescription: Description | null = null;
  remoteDescription: Description | null = null;
  /** The descriptions of the last complete exchange. */
  settledLocal: Description | null = null;
  settledRemote: Description | null = null;
  settings: { readonly iceServers: unknown };
  readonly candidates: unknown[] = [];
  readonly #listeners = new Map<string, Set<(event: unknown) => void>>();
  #transceivers: FakeTransceiver[] = [];
  #lines: string[] = [];
  #generation = 1;
  #version = 1;
  #packets = 0;

  constructor(network: FakeNetwork, id: number, settings: { readonly iceServers: unknown }) {
    this.network = network;
    this.id = id;
    this.settings = settings;
  }

  get connectionState(): string {
    return this.network.partnerOf(this) ? 'connected' : 'connecting';
  }

  addTransceiver(kind: string, { direction }: { readonly direction: 'sendrecv' }): FakeTransceiver {
    const transceiver = new FakeTransceiver(kind, direction);
    this.#transceivers.push(transceiver);
    return transceiver;
  }

  getTransceivers(): FakeTransceiver[] {
    return this.#transceivers;
  }

  async setLocalDescription(): Promise<void> {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.#lines = this.#transceivers.map(({ receiver }) => receiver.track.kind);
    this.localDescription = { type, sdp: this.#describe() };
    this.#version += 1;
    if (type === 'offer') this.signalingState = 'have-local-offer';
    else this.#settle();
  }

  async setRemoteDescription(description: Description): Promise<void> {
    const isAnswer = description.type === 'answer';
    if (isAnswer !== (this.signalingState === 'have-local-offer') && isAnswer)
      throw new Error(`an answer in state ${this.signalingState}`);
    const lines = [...description.sdp.matchAll(/^m=(\w+)/gm)].map(([, kind = '']) => kind);
    const isKnown = this.#lines.length > 0 && lines.join() !== this.#lines.join();
    if (isKnown) throw new Error('the lines do not match');
    const before = this.remoteDescription;
    this.remoteDescription = description;
    if (isAnswer) {
      this.#settle();
      return;
    }
    for (const kind of lines.slice(this.#transceivers.length))
      this.#transceivers.push(new FakeTransceiver(kind, 'recvonly'));
    // The answer to a restart has other credentials, too.
    if (before && generationOf(before.sdp) !== generationOf(description.sdp)) this.#generation += 1;
    this.signalingState = 'have-remote-offer';
  }

  async addIceCandidate(candidate: unknown): Promise<void> {
    this.candidates.push(candidate);
  }

  restartIce(): void {
    this.#generation += 1;
  }

  setConfiguration(settings: { readonly iceServers: unknown }): void {
    this.settings = settings;
  }

  async getStats(): Promise<StatsReport> {
    if (this.network.partnerOf(this)) this.#packets += 50;
    const sound = { type: 'inbound-rtp', kind: 'audio', packetsReceived: this.#packets };
    return [sound, { type: 'inbound-rtp', kind: 'video', packetsReceived: 1 }];
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.get(type)?.delete(listener);
  }

  /** Finds an address; `undefined` is the end. */
  find(candidate: string | undefined): void {
    if (candidate === undefined) this.iceGatheringState = 'complete';
    this.#emit('icecandidate', { candidate: candidate === undefined ? null : { candidate } });
    if (candidate === undefined) this.#emit('icegatheringstatechange', {});
  }

  close(): void {
    this.signalingState = 'closed';
  }

  #emit(type: string, event: unknown): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }

  #describe(): string {
    const lines = this.#lines.map((kind) => `m=${kind} 9 UDP/TLS/RTP/SAVPF 0`);
    return [
      `o=- ${this.id} ${this.#version} IN IP4 0.0.0.0`,
      `a=ice-ufrag:${this.id}.${this.#generation}`,
      ...lines,
    ].join('\r\n');
  }

  #settle(): void {
    this.signalingState = 'stable';
    this.settledLocal = this.localDescription;
    this.settledRemote = this.remoteDescription;
  }
}
