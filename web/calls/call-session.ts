// This device in a call, from joining to the end: its tracks, the connection to the others, and its state on the server.

import { ParleyError } from '../../client/parley-error.ts';
import { pauseSound } from '../components/one-sound.ts';
import type { Organization } from '../data/organization.ts';
import { Emitter } from '../lib/emitter.ts';
import { type CallParticipant, callById, type LiveCall } from '../store/calls.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import type { CallServer, Joined, JoinOptions } from './call-server.ts';
import { cameraProfile } from './engine/camera-profile.ts';
import type { CallEngine, Medium, Reach, Remote } from './engine/engine.ts';
import { leaveCall } from './leave-call.ts';
import type { EngineListener } from './make-engine.ts';
import { mayShareScreen } from './may-call.ts';
import { OwnStateReport } from './own-state.ts';
import { OwnTracks } from './own-tracks.ts';
import { rememberCall } from './remembered-call.ts';

/** `returning`: the server is asked to let this device in again. */
export type Phase = 'joining' | 'in' | 'returning' | 'ended';

/** Why it ended. `unreachable`: the server that carries the sound could not be reached. */
export type EndReason = 'left' | 'over' | 'elsewhere' | 'unreachable' | { readonly error: unknown };

/** A participant as the screens show them. */
export interface Shown extends CallParticipant {
  readonly isOwn: boolean;
  readonly reach: Reach;
  readonly camera_track: MediaStreamTrack | undefined;
  readonly screen_track: MediaStreamTrack | undefined;
  /** Undefined for the own microphone, which is not played. */
  readonly sound_track: MediaStreamTrack | undefined;
}

/** What is joined: a call, perhaps with the session from before a reload, or the call of a conversation. */
export type CallTarget =
  | { readonly kind: 'call'; readonly id: number; readonly session?: string }
  | { readonly kind: 'conversation'; readonly conversation: Conversation; readonly hasCamera: boolean };

export interface SessionOptions {
  readonly organization: Organization;
  readonly server: CallServer;
  readonly target: CallTarget;
  readonly takesOver: boolean;
  readonly isMuted: boolean;
  readonly makeEngine: (joined: Joined, listener: EngineListener) => Promise<CallEngine>;
  /** Lets other tabs leave for this one if it crashes. Returns a function to call when it leaves. */
  readonly hold: (callId: number, session: string) => () => void;
  readonly onEnd: (reason: EndReason) => void;
}

/** After the server has let this device in, the event may take a moment. */
const EVENT_MILLISECONDS = 10_000;
/** How long other engines are made, and the pause before each. */
const TROUBLE_MILLISECONDS = 60_000;
const TROUBLE_PAUSE_MILLISECONDS = 3000;

export class CallSession {
  readonly tracks: OwnTracks;
  readonly #options: SessionOptions;
  readonly #changes = new Emitter<'change'>();
  readonly #stops: (() => void)[] = [];
  readonly #report: OwnStateReport;
  #phase: Phase = 'joining';
  #engine: CallEngine | undefined;
  /** 0 until it has started. */
  #callId = 0;
  #session = '';
  #joinedAt = 0;
  #wasSeen = false;
  /** How often the microphone was to be switched: only the last time counts. */
  #wishes = 0;
  /** Since when engines have failed. */
  #troubledSince: number | undefined;
  #nextReturn: ReturnType<typeof setTimeout> | undefined;
  #heldSession = '';
  #release: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { target } = options;
    if (target.kind === 'call') {
      this.#callId = target.id;
      this.#session = target.session ?? '';
    }
    const state = { muted: options.isMuted, camera: false, screen: false, hand: false };
    this.#report = new OwnStateReport(state, (state) =>
      options.server.update(this.callId, this.#session, state),
    );
    this.tracks = new OwnTracks({
      send: async (medium, track) => this.#engine?.setTrack(medium, track),
      onEnded: (medium) => this.#deviceEnded(medium),
      onChange: () => this.#changed(),
    });
    this.#changed();
  }

  get phase(): Phase {
    return this.#phase;
  }

  get callId(): number {
    return this.#callId;
  }

  /** Identifies this device; empty until it has joined. */
  get session(): string {
    return this.#session;
  }

  get own() {
    return this.#report.state;
  }

  get call(): LiveCall | undefined {
    return callById(this.#options.organization.state, this.callId);
  }

  /** Those in the call, this person last. */
  get participants(): readonly Shown[] {
    const remotes = this.#engine?.remotes;
    const shown = (this.call?.participants ?? []).map((one) =>
      one.session === this.#session ? this.#shownOwn(one) : shownOther(one, remotes?.get(one.session)),
    );
    return shown.sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
  }

  levels(): ReadonlyMap<string, number> {
    return this.#engine?.levels() ?? new Map();
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen('change', listener);
  }

  /** Joins; ends with the error if the server refuses. */
  async join(): Promise<void> {
    const { organization, takesOver } = this.#options;
    // A voice message that plays would be heard by all.
    pauseSound();
    const microphone = this.tracks.reopenMicrophone();
    try {
      await this.#enter(takesOver);
    } catch (error) {
      // The server may have let this device in already.
      if (!this.#isEnded) this.#leaveServer();
      this.#end({ error });
    }
    if (this.#isEnded) {
      await microphone;
      return;
    }
    this.#stops.push(
      organization.onChange(() => this.#follow()),
      organization.on('call_signal', (event) => {
        if (event.call_id === this.callId && event.to === this.#session)
          this.#engine?.receive(event.session, event.data);
      }),
      // Its queue is another one, to which the server must send signals.
      organization.onSnapshot(() => void this.#return()),
      this.#onWindow('online', () => this.#engine?.networkChanged()),
      this.#onWindow('pagehide', () => this.#closePage()),
    );
    const { connection } = navigator as { readonly connection?: EventTarget };
    const changed = () => this.#engine?.networkChanged();
    connection?.addEventListener('change', changed);
    this.#stops.push(() => connection?.removeEventListener('change', changed));
    await microphone;
    this.#follow();
  }

  async setMuted(isMuted: boolean): Promise<void> {
    this.#wishes += 1;
    const wish = this.#wishes;
    if (!isMuted && !this.tracks.get('microphone')) await this.tracks.reopenMicrophone();
    if (wish === this.#wishes) await this.#change({ muted: isMuted || !this.tracks.get('microphone') });
  }

  /** Throws a `DeviceError`, or the server's error. */
  async setOn(medium: 'camera' | 'screen', isOn: boolean): Promise<void> {
    if (!isOn) {
      await this.tracks.close(medium);
      await this.#change({ [medium]: false });
      return;
    }
    await this.tracks.open(medium);
    try {
      await this.#change({ [medium]: true });
    } catch (error) {
      await this.tracks.close(medium);
      throw error;
    }
  }

  async setHand(hand: boolean): Promise<void> {
    await this.#change({ hand });
  }

  /** Keeps the call from ending although no one else is in it. */
  async stay(): Promise<void> {
    await this.#options.server.stay(this.callId, this.#session);
  }

  /** Leaves the call. */
  leave(): void {
    this.#leaveServer();
    this.#end('left');
  }

  /** Whether it has ended, which may happen while something is awaited. */
  get #isEnded(): boolean {
    return this.#phase === 'ended';
  }

  #leaveServer(): void {
    if (this.#session) void leaveCall(this.#options.server, this.callId, this.#session);
  }

  async #enter(takesOver: boolean): Promise<void> {
    const joined = await this.#ask({ takesOver, muted: this.own.muted });
    const isNew = joined.session !== this.#session || !this.#engine || this.#engine.isOver;
    this.#callId = joined.call.id;
    this.#session = joined.session;
    if (this.#isEnded) {
      this.#leaveServer();
      return;
    }
    if (this.#heldSession !== this.#session) {
      this.#release();
      this.#heldSession = this.#session;
      this.#release = this.#options.hold(this.#callId, this.#session);
    }
    this.#joinedAt = Date.now();
    this.#wasSeen = false;
    if (isNew) await this.#connect(joined);
    if (this.#isEnded) return;
    this.#phase = 'in';
    await this.#confirm(joined.call);
    this.#changed();
  }

  /** Connects to the others over a new engine, unless this ends meanwhile. */
  async #connect(joined: Joined): Promise<void> {
    this.#engine?.close();
    this.#engine = undefined;
    const engine = await this.#options.makeEngine(joined, {
      onRefused: () => void this.#return(),
      onOver: () => this.#engineOver(),
    });
    if (this.#isEnded) {
      engine.close();
      return;
    }
    this.#engine = engine;
    engine.onChange(() => this.#changed());
    this.#setOthers(joined.call);
    await this.tracks.sendAll();
    if (!this.#isEnded) engine.start();
  }

  #ask(options: JoinOptions): Promise<Joined> {
    const { server, target } = this.#options;
    if (target.kind === 'conversation' && this.#callId === 0)
      return server.start(target.conversation, target.hasCamera, options);
    return server.join(this.#callId, this.#session || undefined, options);
  }

  /** What the server has of this device may be older than its state. */
  async #confirm(call: LiveCall): Promise<void> {
    const own = call.participants.find(({ session }) => session === this.#session);
    if (own) this.#report.confirm(own);
    await this.#change({}).catch(() => undefined); // The next change tries again.
  }

  /** Follows what the server says of the call. */
  #follow(): void {
    if (this.#phase === 'ended' || this.#phase === 'joining') return;
    const { organization } = this.#options;
    const { call } = this;
    const own = call?.participants.find(({ user_id }) => user_id === organization.ownId);
    const isExpected = this.#wasSeen || Date.now() - this.#joinedAt > EVENT_MILLISECONDS;
    if (own?.session === this.#session) this.#wasSeen = true;
    else if (isExpected && (own || !call)) {
      this.#end(own ? 'elsewhere' : 'over');
      return;
    } else if (isExpected) void this.#return();
    if (call) this.#setOthers(call);
    // The server has ended it for the others, with the permission. If it cannot be told, the next change tells it.
    if (this.own.screen && !mayShareScreen(organization.state))
      void this.setOn('screen', false).catch(() => undefined);
    this.#changed();
  }

  #setOthers({ participants }: LiveCall): void {
    this.#engine?.setOthers(
      participants
        .filter(({ session }) => session !== this.#session)
        .map(({ session, muted }) => ({ session, isMuted: muted })),
    );
    const cameras = participants.filter(({ camera }) => camera).length;
    const profile = cameraProfile(
      Math.max(1, cameras),
      participants.some(({ screen }) => screen),
    );
    this.tracks.setProfile(profile);
    this.#engine?.setCameraProfile(profile);
  }

  /** The server no longer counts this device in, for example because it was away itself. */
  async #return(): Promise<void> {
    if (this.#phase !== 'in') return;
    this.#phase = 'returning';
    this.#changed();
    try {
      await this.#enter(false);
      this.#follow();
    } catch (error) {
      if (this.#isEnded) return;
      if (error instanceof ParleyError && !error.isTemporary) {
        this.#end(error.code === 'CALL_ENDED' ? 'over' : { error });
        return;
      }
      // Events, or the next snapshot, lead here again; an engine that is over does not.
      this.#phase = 'in';
      this.#changed();
      if (!this.#engine || this.#engine.isOver) this.#engineOver();
      else if (!(error instanceof ParleyError)) throw error;
    }
  }

  /** Another engine is made, unless that has not helped for a minute. */
  #engineOver(): void {
    this.#troubledSince ??= Date.now();
    if (Date.now() - this.#troubledSince > TROUBLE_MILLISECONDS) {
      this.#leaveServer();
      this.#end('unreachable');
      return;
    }
    clearTimeout(this.#nextReturn);
    this.#nextReturn = setTimeout(() => void this.#return(), TROUBLE_PAUSE_MILLISECONDS);
  }

  async #change(change: Parameters<OwnStateReport['change']>[0]): Promise<void> {
    if (this.#isEnded) return;
    const done = this.#report.change(change);
    this.#changed();
    // The screens show that it was undone, too.
    await done.finally(() => this.#changed());
  }

  #deviceEnded(medium: Medium): void {
    const change = medium === 'microphone' ? { muted: true } : { [medium]: false };
    void this.#change(change).catch(() => undefined); // The next change tells it.
  }

  #shownOwn(one: CallParticipant): Shown {
    const { muted, camera, screen, hand } = this.own;
    return {
      ...one,
      ...{ muted, camera, screen, hand },
      isOwn: true,
      reach: 'connected',
      camera_track: this.tracks.get('camera'),
      screen_track: this.tracks.get('screen'),
      sound_track: undefined,
    };
  }

  #onWindow(type: string, listener: () => void): () => void {
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }

  /** A reload joins again with the same session. */
  #closePage(): void {
    if (this.#phase !== 'in' && this.#phase !== 'returning') return;
    rememberCall({ callId: this.callId, session: this.#session, isMuted: this.own.muted, at: Date.now() });
    // No one is left to read an error.
    void this.#options.server.leave(this.callId, this.#session, true).catch(() => undefined);
    this.#release();
  }

  #end(reason: EndReason): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    clearTimeout(this.#nextReturn);
    for (const stop of this.#stops) stop();
    this.#release();
    this.#engine?.close();
    this.tracks.closeAll();
    this.#changed();
    this.#options.onEnd(reason);
  }

  #changed(): void {
    // Others see the reported state: what they see as off sends no sound.
    this.tracks.mute(this.own.muted);
    if (this.#engine?.isConnected) this.#troubledSince = undefined;
    this.#changes.emit('change');
  }
}

function shownOther(one: CallParticipant, remote: Remote | undefined): Shown {
  const track = (medium: Medium) => remote?.tracks[medium] as MediaStreamTrack | undefined;
  return {
    ...one,
    isOwn: false,
    reach: remote?.reach ?? 'connecting',
    camera_track: one.camera ? track('camera') : undefined,
    screen_track: one.screen ? track('screen') : undefined,
    sound_track: track('microphone'),
  };
}
