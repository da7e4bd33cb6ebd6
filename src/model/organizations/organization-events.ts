// What clients are told of changed settings of an organization, one event for each.

import type { NewEvent } from '../../api-contract/event.ts';

/** A setting that has an event to itself, as clients know most of them. */
export function organizationSettingChanged(property: string, value: unknown): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'update', property, value },
    touches: { organization: true },
  };
}

/**
 * The form in which clients know a few: message editing, policies of topics, groups, ways to log in, pictures and the
 * description. `data` holds the setting by its name, and what follows from it (`rendered_description`).
 */
export function organizationChanged(data: Readonly<Record<string, unknown>>, property = 'default'): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'update_dict', property, data },
    touches: { organization: true },
  };
}

/** A default of personal settings for accounts made from now on. */
export function defaultSettingChanged(property: string, value: unknown): NewEvent {
  return {
    type: 'realm_user_settings_defaults',
    audience: { kind: 'everyone' },
    payload: { op: 'update', property, value },
    touches: { organization: true },
  };
}

/** The organization is closed; for polls that wait. */
export function organizationDeactivated(organizationId: number): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'deactivated', realm_id: organizationId },
    touches: { organization: true },
  };
}
