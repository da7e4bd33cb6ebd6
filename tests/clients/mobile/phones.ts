// Several phones that watch the same organization and decode everything strictly.

import assert from 'node:assert/strict';
import { allOperations } from '../../../src/api/all-operations.ts';
import type { DemoName, TestServer } from '../../support/server.ts';
import type { PhoneEvent } from './decoders/events.ts';
import { Phone, registration } from './phone.ts';

/** The events that each person received: `message`, `realm_user/update`, … in order. */
export type EventsByPerson = Readonly<Partial<Record<DemoName, readonly string[]>>>;

/** An older version of the client: it takes the whole custom emoji table, and does not know deactivated groups. */
const older = {
  ...registration,
  client_capabilities: {
    ...registration.client_capabilities,
    individual_emoji_changes: false,
    include_deactivated_groups: false,
  },
};

const nameOf = ({ type, op }: PhoneEvent): string => (op === undefined ? type : `${type}/${op}`);

export class Phones {
  readonly #server: TestServer;
  readonly #phones = new Map<DemoName, Phone>();

  private constructor(server: TestServer) {
    this.#server = server;
  }

  /** Registers everyone named; Mia with an older version. */
  static async of(server: TestServer, ...names: readonly DemoName[]): Promise<Phones> {
    const phones = new Phones(server);
    for (const name of names) {
      const phone = new Phone(await server.as(name), name === 'mia' ? older : registration);
      await phone.register();
      phones.#phones.set(name, phone);
    }
    return phones;
  }

  phone(name: DemoName): Phone {
    const phone = this.#phones.get(name);
    assert.ok(phone, `${name} does not watch`);
    return phone;
  }

  id(name: DemoName): number {
    return this.phone(name).snapshot.user_id;
  }

  /** The id of a channel that any of them sees. */
  channel(name: string): number {
    for (const phone of this.#phones.values()) {
      const found = phone.snapshot.streams.find((channel) => channel.name === name);
      if (found) return found.stream_id;
    }
    throw new Error(`nobody sees ${name}`);
  }

  /**
   * Runs an action and checks who receives which events; people not named receive none. Returns everyone's events.
   */
  async expectEvents(
    expectedByPerson: EventsByPerson,
    action: () => Promise<unknown>,
  ): Promise<Map<DemoName, readonly PhoneEvent[]>> {
    await action();
    const eventsByPerson = new Map<DemoName, readonly PhoneEvent[]>();
    for (const [name, phone] of this.#phones) eventsByPerson.set(name, await phone.events());
    const names = [...eventsByPerson].map(([name, events]) => [name, events.map(nameOf)] as const);
    const expected = [...this.#phones.keys()].map((name) => [name, expectedByPerson[name] ?? []] as const);
    assert.deepEqual(Object.fromEntries(names), Object.fromEntries(expected));
    return eventsByPerson;
  }

  /** Like `expectEvents`, when everyone receives the same. */
  async expectSameEvents(
    events: readonly string[],
    action: () => Promise<unknown>,
  ): Promise<Map<DemoName, readonly PhoneEvent[]>> {
    return this.expectEvents(
      Object.fromEntries([...this.#phones.keys()].map((name) => [name, events])),
      action,
    );
  }

  /** A person as an ordinary API client. */
  as(name: DemoName) {
    return this.#server.as(name);
  }
}

/** The reason to skip tests of something that this server does not have yet. */
export function skippedWithout(path: string): { skip: string | false } {
  const isOperation = allOperations.some((operation) => operation.path === path);
  return { skip: isOperation ? false : `this server does not have ${path} yet` };
}
