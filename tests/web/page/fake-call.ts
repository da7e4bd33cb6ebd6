// A call of one device without a browser and without a server: a microphone that a test plugs in and out, requests that it
// answers, and an engine that it watches.

import { afterEach, beforeEach } from 'node:test';
import type { CallServer, Joined, OwnState } from '../../../web/calls/call-server.ts';
import { CallSession, type EndReason } from '../../../web/calls/call-session.ts';
import type { CallEngine, Medium } from '../../../web/calls/engine/engine.ts';
import type { MediaTrack } from '../../../web/calls/engine/platform.ts';
import type { EngineListener } from '../../../web/calls/make-engine.ts';
import type { Organization } from '../../../web/data/organization.ts';
import type { LiveCall } from '../../../web/store/calls.ts';
import { browserStorage } from '../browser-storage.ts';

/** Lets everything happen that waits for nothing from outside. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

class FakeTrack extends EventTarget {
  readonly kind = 'audio';
  readonly id: string;
  enabled = true;
  readyState = 'live';

  constructor(id: string) {
    super();
    this.id = id;
  }

  getSettings() {
    return { deviceId: this.id };
  }

  stop(): void {
    this.readyState = 'ended';
  }
}

/** The devices of the browser. */
class FakeDevices extends EventTarget {
  readonly opened: FakeTrack[] = [];
  hasMicrophone = true;
  /** Asking for a microphone waits for it, if it is set. */
  permission: Promise<unknown> | undefined;

  async getUserMedia() {
    await this.permission;
    if (!this.hasMicrophone) throw new DOMException('none', 'NotFoundError');
    const track = new FakeTrack('headset');
    this.opened.push(track);
    return { getTracks: () => [track] };
  }

  /** Whether what someone says is sent. */
  get isOpen(): boolean {
    return this.opened.some(({ readyState, enabled }) => readyState === 'live' && enabled);
  }

  plugIn(): void {
    this.hasMicrophone = true;
    this.dispatchEvent(new Event('devicechange'));
  }

  plugOut(): void {
    this.hasMicrophone = false;
    for (const track of this.opened) {
      if (track.readyState === 'ended') continue;
      track.readyState = 'ended';
      track.dispatchEvent(new Event('ended'));
    }
    this.dispatchEvent(new Event('devicechange'));
  }
}

export class FakePage {
  readonly devices = new FakeDevices();
  readonly window = new EventTarget();
  readonly storage = browserStorage();
  /** How many listeners the window has. */
  listeners = 0;

  get globals(): Readonly<Record<string, unknown>> {
    const { devices, window, storage } = this;
    return {
      navigator: { mediaDevices: devices },
      isSecureContext: true,
      sessionStorage: storage,
      addEventListener: (type: string, listener: () => void) => {
        this.listeners += 1;
        window.addEventListener(type, listener);
      },
      removeEventListener: (type: string, listener: () => void) => {
        this.listeners -= 1;
        window.removeEventListener(type, listener);
      },
    };
  }
}

/** A page for each test of the file. */
export function pageOfEachTest(): () => FakePage {
  let page = new FakePage();
  let before: (readonly [string, PropertyDescriptor | undefined])[] = [];
  beforeEach(() => {
    page = new FakePage();
    before = Object.entries(page.globals).map(([name, value]) => {
      const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
      return [name, descriptor];
    });
  });
  afterEach(() => {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  });
  return () => page;
}

export class FakeEngine implements CallEngine {
  readonly listener: EngineListener;
  readonly sent = new Map<Medium, MediaTrack | undefined>();
  readonly remotes = new Map();
  isConnected = true;
  isOver = false;
  isStarted = false;
  isClosed = false;

  constructor(listener: EngineListener) {
    this.listener = listener;
  }

  levels = () => new Map<string, number>();
  setOthers = () => undefined;
  setCameraProfile = () => undefined;
  receive = () => undefined;
  networkChanged = () => undefined;
  onChange = () => () => undefined;

  async setTrack(medium: Medium, track: MediaTrack | undefined): Promise<void> {
    this.sent.set(medium, track);
  }

  start(): void {
    this.isStarted = true;
  }

  close(): void {
    this.isClosed = true;
  }

  fail(): void {
    this.isConnected = false;
    this.isOver = true;
    this.listener.onOver();
  }
}

const CALL_ID = 17;
const OWN_ID = 3;
const SESSION = 'own';

export class FakeCall {
  readonly joins: (string | undefined)[] = [];
  readonly left: string[] = [];
  readonly stayed: string[] = [];
  /** The sessions for which other tabs would leave if this one crashed. */
  readonly held: string[] = [];
  readonly reported: OwnState[] = [];
  readonly engines: FakeEngine[] = [];
  readonly ends: EndReason[] = [];
  /** Requests wait for these, if they are set. */
  joining: Promise<unknown> | undefined;
  making: Promise<unknown> | undefined;
  updating: Promise<unknown> | undefined;
  leaving: () => Promise<unknown> = async () => undefined;
  /** Called with each new engine. */
  prepareEngine: (engine: FakeEngine) => void = () => undefined;
  /** What the server has. */
  state: OwnState = { muted: false, camera: false, screen: false, hand: false };
  readonly #session: CallSession;

  constructor({ isMuted = false } = {}) {
    this.#session = new CallSession({
      organization: this.#organization,
      server: this.#server,
      target: { kind: 'call', id: CALL_ID },
      takesOver: false,
      isMuted,
      makeEngine: async (_joined, listener) => {
        await this.making;
        const engine = new FakeEngine(listener);
        this.prepareEngine(engine);
        this.engines.push(engine);
        return engine;
      },
      hold: (_callId, session) => {
        this.held.push(session);
        return () => this.held.splice(this.held.indexOf(session), 1);
      },
      onEnd: (reason) => this.ends.push(reason),
    });
  }

  get session(): CallSession {
    return this.#session;
  }

  get #call(): LiveCall {
    const own = { session: SESSION, user_id: OWN_ID, ...this.state };
    return { id: CALL_ID, stream_id: 5, topic: 'calls', user_ids: [], participants: [own] } as never;
  }

  get #organization(): Organization {
    const none = () => () => undefined;
    const state = () => ({ calls: [this.#call] });
    return {
      ownId: OWN_ID,
      get state() {
        return state();
      },
      onChange: none,
      onSnapshot: none,
      on: none,
    } as never;
  }

  get #server(): CallServer {
    return {
      start: () => Promise.reject(new Error('the call goes on')),
      join: async (_id, session, { muted }): Promise<Joined> => {
        this.joins.push(session);
        await this.joining;
        this.state = { ...this.state, muted };
        return { session: SESSION, call: this.#call, iceServers: [], isRelayOnly: false, liveKit: undefined };
      },
      leave: (_id, session) => {
        this.left.push(session);
        return this.leaving();
      },
      stay: async (_id, session) => void this.stayed.push(session),
      update: async (_id, _session, state) => {
        await this.updating;
        this.reported.push(state);
        this.state = state;
      },
      sendSignals: async () => undefined,
      iceServers: async () => [],
    };
  }
}
