// Viewers of log entries, with the state that views need.

import assert from 'node:assert/strict';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { eventTexts } from '../../src/events/event-json.ts';
import { type ClientCapabilities, noCapabilities, type QueueOptions } from '../../src/events/queue.ts';
import type { Viewer } from '../../src/events/viewer.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import type { SubscriptionPeriods } from '../../src/model/subscriptions/subscription-periods.ts';

/** Before anything expires. */
const NOW = 0;

export const ME = 7;
/** An account that a limited guest may see, and one that they may not. */
export const KNOWN = 8;
export const UNKNOWN = 9;

export const queueOptions: QueueOptions = {
  applyMarkdown: true,
  clientGravatar: false,
  slimPresence: false,
  allPublicStreams: false,
  includeSubscribers: 'false',
  eventTypes: null,
  narrow: [],
  capabilities: noCapabilities,
  client: 'test',
};

export interface ViewerOptions {
  readonly options?: Partial<QueueOptions>;
  readonly capabilities?: Partial<ClientCapabilities>;
  readonly role?: Role;
  readonly subscriptions?: SubscriptionPeriods;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly matchesNarrow?: boolean;
  /** Whether the organization limits whom guests can see. */
  readonly isLimited?: boolean;
  readonly channels?: ReadonlyMap<number, unknown>;
}

const person = (id: number, role: Role, settings: object) => ({
  id,
  organizationId: 1,
  role,
  isBot: false,
  isActive: true,
  email: `p${id}@example.org`,
  fullName: `Person ${id}`,
  readBase: 0,
  avatarSource: 'J',
  avatarVersion: 1,
  avatarKey: null,
  settings: { email_address_visibility: 1, ...settings },
});

/** A viewer, a member by default, who is subscribed to channel 1 from position 16 on. */
export function viewer(viewerOptions: ViewerOptions = {}): Viewer {
  const { role = Role.member, isLimited = true } = viewerOptions;
  const settings = { receives_typing_notifications: true, ...viewerOptions.settings };
  const account = person(ME, role, settings);
  const others = new Map([KNOWN, UNKNOWN].map((id) => [id, person(id, Role.member, {})]));
  const state = {
    organization: {
      id: 1,
      subdomain: '',
      host: 'chat.example.org',
      settings: { can_access_all_users_group: isLimited ? 2 : 1 },
      systemGroupIds: { 'role:everyone': 1 },
    },
    account: (id: number) => (id === ME ? account : others.get(id)),
    accountsKnownTo: () => new Set([KNOWN]),
    roleAt: () => role,
    partInMemory: () => [],
    channel: (id: number) => viewerOptions.channels?.get(id),
  };
  return {
    account: account as never,
    queueId: 'q',
    options: {
      ...queueOptions,
      ...viewerOptions.options,
      capabilities: { ...noCapabilities, ...viewerOptions.capabilities },
    },
    state: state as never,
    subscriptions: viewerOptions.subscriptions ?? new Map([[1, [{ from: 16, to: null }]]]),
    matchesNarrow: () => viewerOptions.matchesNarrow ?? true,
    openSecret: (purpose, sealed) => `${purpose}: ${sealed}`,
  };
}

/** An entry at position 32, for everyone by default. */
export function entry(type: string, changes: Partial<LogEntry> = {}): LogEntry {
  return { sequence: 32, type, audience: { kind: 'everyone' }, payload: {}, ...changes };
}

/** What a viewer's client gets of an entry, without type and id: one event, several, or none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events freely
export function viewOf(one: LogEntry, viewerOptions: ViewerOptions = {}): any {
  const events = eventTexts(one, viewer(viewerOptions), NOW).map((text) => {
    const { type, id: _, ...fields } = JSON.parse(text);
    assert.equal(type, one.type);
    return fields;
  });
  return events.length > 1 ? events : events[0];
}
