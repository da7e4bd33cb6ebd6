// How a client keeps up with the organization's settings and lists, and with personal settings.

import { deprecatedPolicies } from '../../../src/model/organizations/deprecated-policies.ts';
import type { Reducer } from './reducers.ts';
import { unknowable } from './unknowable.ts';

/** Keys of the snapshot that follow from other settings. */
// biome-ignore lint/suspicious/noExplicitAny: snapshots are looked into freely by tests
function follow(state: any): void {
  state.realm_mandatory_topics = state.realm_topics_policy === 'disable_empty_topic';
  state.realm_allow_edit_history = state.realm_message_edit_history_visibility_policy !== 'none';
  state.jitsi_server_url = state.realm_jitsi_server_url ?? state.server_jitsi_server_url;
  const isEmailOn = state.realm_authentication_methods.Email.enabled;
  state.realm_email_auth_enabled = isEmailOn;
  state.realm_password_auth_enabled = isEmailOn;
  // Owners may by default, where there is such a thing at all.
  state.can_create_web_public_streams = state.realm_enable_spectator_access && state.is_owner;
  const groups: { id: number; name: string }[] = state.realm_user_groups;
  const ids = Object.fromEntries(groups.map(({ id, name }) => [name, id]));
  const settings = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key.replace(/^realm_/, ''), value]),
  );
  Object.assign(state, deprecatedPolicies(settings as never, ids as never));
}

const realm: Reducer = (state, event) => {
  for (const [name, value] of Object.entries(event.data)) {
    if (name !== 'rendered_description') state[`realm_${name}`] = value;
  }
  follow(state);
};

const realmDomains: Reducer = (state, event) => {
  const domain = event.domain ?? event.realm_domain.domain;
  const others = state.realm_domains.filter((present: { domain: string }) => present.domain !== domain);
  if (event.op === 'remove') state.realm_domains = others;
  else if (event.op === 'add') state.realm_domains.push(event.realm_domain);
  else {
    for (const present of state.realm_domains) {
      if (present.domain === domain) Object.assign(present, event.realm_domain);
    }
  }
};

const realmEmoji: Reducer = (state, event) => {
  if (event.op === 'update') state.realm_emoji = event.realm_emoji;
  else if (event.op === 'add') state.realm_emoji[event.emoji.id] = event.emoji;
  else Object.assign(state.realm_emoji[event.emoji_id], event.data);
};

const customProfileFields: Reducer = (state, event) => {
  state.custom_profile_fields = event.fields;
  const ids = new Set(event.fields.map((field: { id: number }) => String(field.id)));
  // Values of fields that are gone are gone.
  for (const user of [...state.realm_users, ...state.realm_non_active_users]) {
    for (const id of Object.keys(user.profile_data ?? {})) if (!ids.has(id)) delete user.profile_data[id];
  }
};

const userSettings: Reducer = (state, event) => {
  state.user_settings[event.property] = event.value;
  // The server forgets them without a word; what clients hold is theirs.
  if (event.property === 'enable_drafts_synchronization' && !event.value) state.drafts = unknowable;
  if (event.property === 'receives_typing_notifications') state.receives_typing_notifications = event.value;
};

export const organizationReducers: readonly (readonly [string, Reducer])[] = [
  ['realm', realm],
  ['realm_domains', realmDomains],
  ['realm_emoji', realmEmoji],
  ['custom_profile_fields', customProfileFields],
  ['user_settings', userSettings],
  ['realm_linkifiers', (state, event) => Object.assign(state, { realm_linkifiers: event.realm_linkifiers })],
  [
    'realm_playgrounds',
    (state, event) => Object.assign(state, { realm_playgrounds: event.realm_playgrounds }),
  ],
  ['onboarding_steps', (state, event) => Object.assign(state, { onboarding_steps: event.onboarding_steps })],
  ['realm_export_consent', () => undefined],
  [
    'realm_user_settings_defaults',
    (state, event) => {
      state.realm_user_settings_defaults[event.property] = event.value;
    },
  ],
];
