// The parts of WebRTC that the mesh uses. Tests replace them, since Node.js has none.

export interface MediaTrack {
  readonly id: string;
  readonly kind: string;
}

export interface Description {
  readonly type: string;
  readonly sdp: string;
}

/** A network address at which a browser may be reached. */
export interface Candidate {
  readonly candidate?: string;
  readonly sdpMid?: string | null;
  readonly sdpMLineIndex?: number | null;
  readonly usernameFragment?: string | null;
}

export interface Encoding {
  maxBitrate?: number;
  maxFramerate?: number;
  scaleResolutionDownBy?: number;
}

export interface Sender {
  readonly track: MediaTrack | null;
  replaceTrack(track: MediaTrack | null): Promise<void>;
  getParameters(): { encodings: Encoding[] };
  setParameters(parameters: { encodings: Encoding[] }): Promise<void>;
}

export interface Receiver {
  readonly track: MediaTrack;
  /** What was played last, with its loudness. */
  getSynchronizationSources(): readonly { readonly audioLevel?: number }[];
}

export interface Transceiver {
  direction: string;
  readonly sender: Sender;
  readonly receiver: Receiver;
}

/** STUN and TURN servers with their credentials. */
export interface IceServer {
  readonly urls: string | string[];
  readonly username?: string;
  readonly credential?: string;
}

export interface ConnectionSettings {
  readonly iceServers: IceServer[];
  readonly iceTransportPolicy: 'all' | 'relay';
}

/** The part of `RTCStatsReport` used here. */
export interface StatsReport {
  forEach(read: (statistics: Readonly<Record<string, unknown>>) => void): void;
}

/** The part of `RTCPeerConnection` used here. */
export interface Connection {
  readonly signalingState: string;
  readonly connectionState: string;
  readonly iceGatheringState: string;
  readonly localDescription: Description | null;
  readonly remoteDescription: Description | null;
  addTransceiver(kind: string, options: { direction: 'sendrecv' }): Transceiver;
  getTransceivers(): Transceiver[];
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: {
    readonly type: 'offer' | 'answer';
    readonly sdp: string;
  }): Promise<void>;
  addIceCandidate(candidate: Candidate): Promise<void>;
  restartIce(): void;
  setConfiguration?(settings: ConnectionSettings): void;
  getStats(): Promise<StatsReport>;
  addEventListener(type: string, listener: (event: unknown) => void): void;
  removeEventListener(type: string, listener: (event: unknown) => void): void;
  close(): void;
}
