// Applies events of the organization's settings and lists, and of personal settings.

import type { EventOf } from '../event-stream.ts';
import { removeWhere, updateWhere } from './lists.ts';
import type { Person, Reducer, Section, State } from './state.ts';
import { withSection } from './state.ts';

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

export const realm: Reducer<EventOf<'realm'>> = (state, event) => {
  if (event.op === 'deactivated') return state;
  const data: Readonly<Record<string, unknown>> =
    event.op === 'update' ? { [event.property]: event.value } : event.data;
  const { rendered_description: _html, ...settings } = data;
  const sections = Object.entries(settings).map(([name, value]) => [`realm_${name}`, value]);
  const next = { ...state, ...Object.fromEntries(sections) } as State;
  return { ...next, ...derivedFields(next) };
};

type Domain = Section<'realm_domains'>[number];

export const realmDomains: Reducer<EventOf<'realm_domains'>> = (state, event) =>
  withSection(state, 'realm_domains', (domains) => {
    const name = event.op === 'remove' ? event.domain : event.realm_domain.domain;
    const isDomain = ({ domain }: Domain) => domain === name;
    if (event.op === 'remove') return removeWhere(domains, isDomain);
    const { realm_domain: changed } = event;
    if (event.op === 'add') return [...removeWhere(domains, isDomain), changed];
    return updateWhere(domains, isDomain, (domain) => ({ ...domain, ...changed }));
  });

export const realmEmoji: Reducer<EventOf<'realm_emoji'>> = (state, event) =>
  withSection(state, 'realm_emoji', (emoji) => {
    if (event.op === 'update') return event.realm_emoji;
    if (event.op === 'add') return { ...emoji, [event.emoji.id]: event.emoji };
    const current = emoji[event.emoji_id];
    return current ? { ...emoji, [event.emoji_id]: { ...current, ...event.data } } : emoji;
  });

/** Removes values of profile fields that no longer exist. */
function withKnownFields<P extends Person>(person: P, fieldIds: ReadonlySet<string>): P {
  const values = Object.entries(person.profile_data ?? {});
  const remaining = values.filter(([id]) => fieldIds.has(id));
  return remaining.length === values.length
    ? person
    : { ...person, profile_data: Object.fromEntries(remaining) };
}

export const customProfileFields: Reducer<EventOf<'custom_profile_fields'>> = (state, { fields }) => {
  const fieldIds = new Set(fields.map(({ id }) => String(id)));
  let next = withSection(state, 'custom_profile_fields', () => fields);
  for (const list of ['realm_users', 'realm_non_active_users'] as const) {
    next = withSection(next, list, (people) => people.map((person) => withKnownFields(person, fieldIds)));
  }
  return next;
};

export const userSettings: Reducer<EventOf<'user_settings'>> = (state, { property, value }) => {
  const next = withSection(state, 'user_settings', (settings) => ({ ...settings, [property]: value }));
  // The server deleted them, without an event for each.
  if (property === 'enable_drafts_synchronization' && !value) return withSection(next, 'drafts', () => []);
  if (property !== 'receives_typing_notifications') return next;
  return withSection(next, 'receives_typing_notifications', () => value === true);
};

export const defaultSettings: Reducer<EventOf<'realm_user_settings_defaults'>> = (
  state,
  { property, value },
) => withSection(state, 'realm_user_settings_defaults', (settings) => ({ ...settings, [property]: value }));
