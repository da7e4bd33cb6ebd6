// The mobile client's cache of channels between events, by id and by name, and its assumptions: a created channel is
// new, a subscription is to a known channel, and the event of a renamed channel has its old name.

import assert from 'node:assert/strict';
import type { PhoneEvent } from './decoders/events.ts';
import type { PhoneSnapshot } from './decoders/snapshot.ts';

export class ChannelCache {
  readonly #owner: string;
  readonly #names = new Map<number, string>();
  readonly #subscribed = new Set<number>();
  readonly #groups = new Set<number>();

  constructor(owner: string, snapshot: PhoneSnapshot) {
    this.#owner = owner;
    for (const channel of snapshot.streams) this.#add(channel.stream_id, channel.name);
    for (const subscription of snapshot.subscriptions) this.#subscribed.add(subscription.stream_id);
    for (const group of snapshot.realm_user_groups) this.#groups.add(group.id);
  }

  apply(event: PhoneEvent): void {
    if (event.type === 'stream') this.#applyChannel(event);
    else if (event.type === 'subscription') this.#applySubscription(event);
    else if (event.type === 'user_group') this.#applyGroup(event);
  }

  #add(id: number, name: string): void {
    assert.ok(!this.#names.has(id), `${this.#owner}: channel ${id} is known already`);
    assert.ok(
      ![...this.#names.values()].includes(name),
      `${this.#owner}: a channel ${name} is known already`,
    );
    this.#names.set(id, name);
  }

  #applyChannel(event: PhoneEvent): void {
    if (event.op === 'create') {
      for (const channel of event.streams) this.#add(channel.stream_id, channel.name);
    } else if (event.op === 'delete') {
      for (const id of event.stream_ids) {
        this.#names.delete(id);
        this.#subscribed.delete(id);
      }
    } else if (event.property === 'name' && this.#names.has(event.stream_id)) {
      assert.equal(event.name, this.#names.get(event.stream_id), `${this.#owner}: renamed from its old name`);
      this.#names.set(event.stream_id, event.value);
    }
  }

  #applySubscription(event: PhoneEvent): void {
    if (event.op === 'add') {
      for (const { stream_id, name } of event.subscriptions) {
        assert.equal(this.#names.get(stream_id), name, `${this.#owner}: subscribed to a known channel`);
        assert.ok(!this.#subscribed.has(stream_id), `${this.#owner}: subscribed to ${name} already`);
        this.#subscribed.add(stream_id);
      }
    } else if (event.op === 'remove') {
      for (const { stream_id } of event.subscriptions) this.#subscribed.delete(stream_id);
    }
  }

  #applyGroup(event: PhoneEvent): void {
    if (event.op === 'add') {
      assert.ok(
        !this.#groups.has(event.group.id),
        `${this.#owner}: group ${event.group.id} is known already`,
      );
      this.#groups.add(event.group.id);
    } else {
      assert.ok(this.#groups.has(event.group_id), `${this.#owner}: group ${event.group_id} is not known`);
      if (event.op === 'remove') this.#groups.delete(event.group_id);
    }
  }
}
