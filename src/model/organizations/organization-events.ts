// Events about changed settings of an organization, one for each setting.

import type { NewEvent } from '../../api-contract/event.ts';

/** A setting that clients expect in an event of its own, as is the case for most. */
export function organizationSettingChanged(property: string, value: unknown): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'update', property, value },
    touches: { organization: true },
  };
}

/**
 * The form that clients expect for a few settings: message editing, topic policies, groups, login methods,
 * pictures and the description.
 * @param data the setting by its name, and values derived from it (`rendered_description`)
 */
export function organizationChanged(data: Readonly<Record<string, unknown>>, property = 'default'): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'update_dict', property, data },
    touches: { organization: true },
  };
}

/** A default personal setting for new accounts. */
export function defaultSettingChanged(property: string, value: unknown): NewEvent {
  return {
    type: 'realm_user_settings_defaults',
    audience: { kind: 'everyone' },
    payload: { op: 'update', property, value },
    touches: { organization: true },
  };
}

/** The organization was deactivated; ends waiting polls. */
export function organizationDeactivated(organizationId: number): NewEvent {
  return {
    type: 'realm',
    audience: { kind: 'everyone' },
    payload: { op: 'deactivated', realm_id: organizationId },
    touches: { organization: true },
  };
}
