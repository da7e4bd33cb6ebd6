// The mobile client as the server sees it: its exact requests, with strict decoding of the answers. Values are sent as JSON
// except for those sent as plain text; DELETE and PATCH have form bodies like POST.

import assert from 'node:assert/strict';
import type { ApiClient } from '../../support/client.ts';
import { ChannelCache } from './channel-cache.ts';
import { type Decoder, Malformed, members, parseJson } from './decoder.ts';
import { events, type PhoneEvent } from './decoders/events.ts';
import { errorAnswer } from './decoders/organization.ts';
import { type PhoneSnapshot, snapshot } from './decoders/snapshot.ts';

/** A parameter sent as it is; others are sent as JSON. */
class Raw {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export const raw = (value: string) => new Raw(value);

type Parameters = Readonly<Record<string, unknown>>;

const USER_AGENT = 'ZulipFlutter/30.0.273+273 (Android 14)';

/** An error in the form that the client understands. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, more: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

function form(parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [
    name,
    value instanceof Raw ? value.value : JSON.stringify(value),
  ]);
  return new URLSearchParams(pairs).toString();
}

/** What the client declares when it registers. */
export const registration = {
  apply_markdown: true,
  slim_presence: true,
  client_gravatar: false,
  idle_queue_timeout: 'mobile',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
} as const;

/** One account on a phone: its credentials, and after `register` its queue and cached channels. */
export class Phone {
  readonly #url: string;
  readonly #authorization: string | undefined;
  readonly name: string;
  readonly #registration: Parameters;
  #snapshot: PhoneSnapshot | undefined;
  #channelCache: ChannelCache | undefined;
  #lastEventId = -1;

  /** `asVersion` has the capabilities of another version of the client. */
  constructor({ url, email, apiKey }: ApiClient, asVersion: Parameters = registration) {
    this.#registration = asVersion;
    this.#url = url;
    this.name = email || 'nobody';
    this.#authorization = email ? `Basic ${btoa(`${email}:${apiKey}`)}` : undefined;
  }

  async get<T>(decode: Decoder<T>, path: string, parameters?: Parameters): Promise<T> {
    return this.#send(decode, 'GET', parameters ? `${path}?${form(parameters)}` : path);
  }

  async post<T>(decode: Decoder<T>, path: string, parameters?: Parameters, userAgent?: string): Promise<T> {
    return this.#send(decode, 'POST', path, parameters && form(parameters), userAgent);
  }

  async patch<T>(decode: Decoder<T>, path: string, parameters: Parameters): Promise<T> {
    return this.#send(decode, 'PATCH', path, form(parameters));
  }

  async delete<T>(decode: Decoder<T>, path: string, parameters: Parameters): Promise<T> {
    return this.#send(decode, 'DELETE', path, form(parameters));
  }

  /** Sends a file as the only part of a multipart body. */
  async postFile<T>(
    decode: Decoder<T>,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    name: string,
    type: string,
  ): Promise<T> {
    const body = new FormData();
    body.append('file', new Blob([bytes], { type }), name);
    return this.#send(decode, 'POST', path, body);
  }

  async #send<T>(
    decode: Decoder<T>,
    method: string,
    path: string,
    body?: string | FormData,
    userAgent = USER_AGENT,
  ): Promise<T> {
    const response = await fetch(`${this.#url}/api/v1/${path}`, {
      method,
      headers: {
        'user-agent': userAgent,
        ...(this.#authorization && { authorization: this.#authorization }),
        ...(typeof body === 'string' && {
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        }),
      },
      ...(body !== undefined && { body }),
    });
    return read(decode, `${method} ${path.split('?')[0]}`, response.status, await response.text());
  }

  /** Registers as the client does after login: everything, and a queue for every event. */
  async register(): Promise<PhoneSnapshot> {
    this.#snapshot = await this.post(snapshot, 'register', this.#registration);
    this.#channelCache = new ChannelCache(this.name, this.#snapshot);
    this.#lastEventId = this.#snapshot.last_event_id;
    return this.#snapshot;
  }

  get queueId(): string {
    assert.ok(this.#snapshot, 'register first');
    return this.#snapshot.queue_id;
  }

  /** The snapshot that the queue continues. */
  get snapshot(): PhoneSnapshot {
    assert.ok(this.#snapshot, 'register first');
    return this.#snapshot;
  }

  /** The events so far: each is decoded, has a higher id than the last, and is consistent with the cache. */
  async events(): Promise<PhoneEvent[]> {
    const found = await this.get(events, 'events', {
      queue_id: raw(this.queueId),
      last_event_id: this.#lastEventId,
      dont_block: true,
    });
    return this.#take(found.events);
  }

  /** Waits for the next events, as the client always does. */
  async nextEvents(): Promise<PhoneEvent[]> {
    const found = await this.get(events, 'events', {
      queue_id: raw(this.queueId),
      last_event_id: this.#lastEventId,
    });
    assert.notEqual(found.events.length, 0, 'a waiting poll never answers with nothing');
    return this.#take(found.events);
  }

  #take(found: PhoneEvent[]): PhoneEvent[] {
    for (const one of found) {
      assert.ok(one.id > this.#lastEventId, `${this.name}: event ${one.id} after ${this.#lastEventId}`);
      this.#lastEventId = one.id;
      this.#channelCache?.apply(one);
    }
    return found;
  }
}

/** Decodes an answer: only 200 with a JSON object is a success, only a 4xx in the known form an error. */
export function read<T>(decode: Decoder<T>, route: string, status: number, body: string): T {
  let json: unknown;
  try {
    json = members(parseJson(body), route);
  } catch {
    throw new Malformed(route, 'a JSON object', `${status}: ${body}`);
  }
  if (status === 200) return decode(json, route);
  if (status < 400 || status > 499) throw new Malformed(route, 'status 200 or 4xx', status);
  const { code, msg, more } = errorAnswer(json, route);
  throw new RequestError(status, code, `${route}: ${code}: ${msg}`, more);
}
