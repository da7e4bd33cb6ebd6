// Applies events of the organization's settings and lists, and of personal settings.

import { removeWhere, updateWhere } from './lists.ts';
import type { Person, Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

export type OrganizationEvent =
  | { readonly op: 'update'; readonly property: string; readonly value: unknown }
  | { readonly op: 'update_dict'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly op: 'deactivated' };

/** Values derived from other settings, under names that older clients use. */
function derivedFields(state: State): Partial<State> {
  const { Email, LDAP } = state.realm_authentication_methods ?? {};
  const isEmailOn = Email?.enabled ?? false;
  return {
    realm_mandatory_topics: state.realm_topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: state.realm_message_edit_history_visibility_policy !== 'none',
    jitsi_server_url: state.realm_jitsi_server_url ?? state.server_jitsi_server_url ?? null,
    realm_email_auth_enabled: isEmailOn,
    realm_password_auth_enabled: isEmailOn || (LDAP?.enabled ?? false),
    // By default owners may, if web-public channels are enabled at all.
    can_create_web_public_streams: (state.realm_enable_spectator_access && state.is_owner) ?? false,
  } as Partial<State>;
}

export const realm: Reducer<OrganizationEvent> = (state, event) => {
  if (event.op === 'deactivated') return state;
  const data = event.op === 'update' ? { [event.property]: event.value } : event.data;
  const { rendered_description: _html, ...settings } = data;
  const named = Object.entries(settings).map(([name, value]) => [`realm_${name}`, value]);
  const next = { ...state, ...Object.fromEntries(named) } as State;
  return { ...next, ...derivedFields(next) };
};

type Domain = Section<'realm_domains'>[number];

export type DomainEvent =
  | { readonly op: 'add' | 'change'; readonly realm_domain: Domain }
  | { readonly op: 'remove'; readonly domain: string };

export const realmDomains: Reducer<DomainEvent> = (state, event) =>
  withSection(state, 'realm_domains', (domains) => {
    const name = event.op === 'remove' ? event.domain : event.realm_domain.domain;
    const isDomain = ({ domain }: Domain) => domain === name;
    if (event.op === 'remove') return removeWhere(domains, isDomain);
    const { realm_domain: changed } = event;
    if (event.op === 'add') return [...removeWhere(domains, isDomain), changed];
    return updateWhere(domains, isDomain, (domain) => ({ ...domain, ...changed }));
  });

type Emoji = Section<'realm_emoji'>[string];

export type EmojiEvent =
  | { readonly op: 'update'; readonly realm_emoji: Section<'realm_emoji'> }
  | { readonly op: 'add'; readonly emoji: Emoji }
  | { readonly op: 'update_one'; readonly emoji_id: string; readonly data: Partial<Emoji> };

export const realmEmoji: Reducer<EmojiEvent> = (state, event) =>
  withSection(state, 'realm_emoji', (emoji) => {
    if ('realm_emoji' in event) return event.realm_emoji;
    if ('emoji' in event) return { ...emoji, [event.emoji.id]: event.emoji };
    const current = emoji[event.emoji_id];
    return current ? { ...emoji, [event.emoji_id]: { ...current, ...event.data } } : emoji;
  });

export interface ProfileFieldsEvent {
  readonly fields: Section<'custom_profile_fields'>;
}

/** Removes values of profile fields that no longer exist. */
function withKnownFields<P extends Person>(person: P, fieldIds: ReadonlySet<string>): P {
  const values = Object.entries(person.profile_data ?? {});
  const remaining = values.filter(([id]) => fieldIds.has(id));
  return remaining.length === values.length
    ? person
    : { ...person, profile_data: Object.fromEntries(remaining) };
}

export const customProfileFields: Reducer<ProfileFieldsEvent> = (state, { fields }) => {
  const fieldIds = new Set(fields.map(({ id }) => String(id)));
  let next = withSection(state, 'custom_profile_fields', () => fields);
  for (const list of ['realm_users', 'realm_non_active_users'] as const) {
    next = withSection(next, list, (people) => people.map((person) => withKnownFields(person, fieldIds)));
  }
  return next;
};

export interface SettingEvent {
  readonly property: string;
  readonly value: unknown;
}

export const userSettings: Reducer<SettingEvent> = (state, { property, value }) => {
  const next = withSection(state, 'user_settings', (settings) => ({ ...settings, [property]: value }));
  // The server deleted them, without an event for each.
  if (property === 'enable_drafts_synchronization' && !value) return withSection(next, 'drafts', () => []);
  if (property !== 'receives_typing_notifications') return next;
  return withSection(next, 'receives_typing_notifications', () => value === true);
};

export const defaultSettings: Reducer<SettingEvent> = (state, { property, value }) =>
  withSection(state, 'realm_user_settings_defaults', (settings) => ({ ...settings, [property]: value }));
