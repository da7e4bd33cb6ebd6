// A device in a call, for tests: an account's client with an event queue of its own.

import type { ApiClient, Json, Listener } from '../support/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type CallAnswer = any;

export class Device {
  readonly client: ApiClient;
  readonly queue: Listener;
  session = '';
  callId = 0;

  private constructor(client: ApiClient, queue: Listener) {
    this.client = client;
    this.queue = queue;
  }

  static async of(client: ApiClient): Promise<Device> {
    return new Device(client, await client.registerQueue({ fetch_event_types: ['calls'] }));
  }

  /** Begins a call, or joins the one of the conversation; returns the answer. */
  async start(parameters: Json): Promise<CallAnswer> {
    return this.#entered(
      await this.client.ok('POST', '/calls', { queue_id: this.queue.queueId, ...parameters }),
    );
  }

  async join(callId: number, parameters: Json = {}): Promise<CallAnswer> {
    const all = { queue_id: this.queue.queueId, ...parameters };
    return this.#entered(await this.client.ok('POST', `/calls/${callId}/join`, all));
  }

  #entered(answer: CallAnswer): CallAnswer {
    this.session = answer.session;
    this.callId = answer.call.id;
    return answer;
  }

  leave(): Promise<Json> {
    return this.client.ok('POST', `/calls/${this.callId}/leave`, { session: this.session });
  }

  change(parameters: Json): Promise<Json> {
    return this.client.ok('PATCH', `/calls/${this.callId}/me`, { session: this.session, ...parameters });
  }

  signal(to: Device, data: Json): Promise<CallAnswer> {
    const signals = [{ to: to.session, data }];
    return this.client.ok('POST', `/calls/${this.callId}/signals`, { session: this.session, signals });
  }
}

/** An answer or event without its id, for comparisons. */
export const withoutId = ({ id: _id, ...event }: Json): Json => event;
