// Events about changed settings of an organization, one for each setting.

import { anyText, boolean, described, id, oneOf, optionalFields, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import {
  eventTypeWithOps,
  newEvent,
  type PayloadOf,
  PropertyFields,
} from '../../api-contract/event-declaration.ts';
import { userSettingFields } from '../accounts/account-schema.ts';
import type { OrganizationGroupSetting } from '../groups/permission-settings.ts';
import { organizationPermissions } from '../groups/permission-settings.ts';
import { changeableSettingFields } from './organization-schema.ts';
import type { OrganizationPicture } from './picture-files.ts';

/** The settings, besides permissions, whose changes clients expect as `update_dict`, the form for several values. */
const namesInDictionary = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'authentication_methods',
  'description',
  'topics_policy',
] as const;

type SettingName = keyof typeof changeableSettingFields;
type DictionaryName = (typeof namesInDictionary)[number] | OrganizationGroupSetting;
type SingleName = Exclude<SettingName, DictionaryName>;

/** Whether clients expect changes of a setting as `update_dict`. */
function isInDictionary(name: string): name is DictionaryName {
  return (
    Object.hasOwn(organizationPermissions, name) || (namesInDictionary as readonly string[]).includes(name)
  );
}

/** Whether clients expect changes of a setting as `update`, the form for a single value. */
export function isSingleSetting(name: string): name is SingleName {
  return Object.hasOwn(changeableSettingFields, name) && !isInDictionary(name);
}

function fieldsWhere<K extends SettingName>(isIncluded: (name: string) => name is K) {
  const entries = Object.entries(changeableSettingFields).filter(([name]) => isIncluded(name));
  return Object.fromEntries(entries) as Pick<typeof changeableSettingFields, K>;
}

export const organizationEvent = eventTypeWithOps(
  'realm',
  "The organization's settings changed, or it was deactivated.",
  {
    update: new PropertyFields(fieldsWhere(isSingleSetting), {}),
    update_dict: [
      {
        property: oneOf('default'),
        data: described(
          record({
            ...optionalFields(fieldsWhere(isInDictionary)),
            ...optionalFields({ rendered_description: anyText, mandatory_topics: boolean }),
          }),
          'A setting, and values derived from it.',
        ),
      },
      { property: oneOf('icon'), data: record({ icon_url: anyText, icon_source: anyText }) },
      { property: oneOf('logo'), data: record({ logo_url: anyText, logo_source: anyText }) },
      {
        property: oneOf('night_logo'),
        data: record({ night_logo_url: anyText, night_logo_source: anyText }),
      },
    ],
    deactivated: { realm_id: id },
  },
);

export const defaultSettingsEvent = eventTypeWithOps(
  'realm_user_settings_defaults',
  'The default settings for new accounts changed.',
  { update: new PropertyFields(userSettingFields, {}) },
);

type OrganizationPayload = PayloadOf<typeof organizationEvent>;
type SingleChange = Extract<OrganizationPayload, { op: 'update' }>;
type DictionaryChange = Extract<OrganizationPayload, { property: 'default' }>;
/** A value of any setting that has an event of its own. */
export type SettingValue = SingleChange['value'];
type DefaultChange = PayloadOf<typeof defaultSettingsEvent>;

function event(payload: OrganizationPayload): NewEvent {
  return newEvent(organizationEvent, payload, {
    audience: { kind: 'everyone' },
    touches: { organization: true },
  });
}

/** The event for most settings: `update`, with one property and its value. */
export function organizationSettingChanged(
  property: SingleChange['property'],
  value: SettingValue,
): NewEvent {
  return event({ op: 'update', property, value });
}

/**
 * The event for a few settings (message editing, topic policies, groups, login methods and the description):
 * `update_dict`.
 * @param data the setting by its name, and values derived from it (`rendered_description`)
 */
export function organizationChanged(data: DictionaryChange['data']): NewEvent {
  return event({ op: 'update_dict', property: 'default', data });
}

/** @param source `U` if it was uploaded; otherwise how the picture was made */
export function organizationPictureChanged(
  picture: OrganizationPicture,
  url: string,
  source: string,
): NewEvent {
  switch (picture) {
    case 'icon':
      return event({ op: 'update_dict', property: picture, data: { icon_url: url, icon_source: source } });
    case 'logo':
      return event({ op: 'update_dict', property: picture, data: { logo_url: url, logo_source: source } });
    case 'night_logo': {
      const data = { night_logo_url: url, night_logo_source: source };
      return event({ op: 'update_dict', property: picture, data });
    }
  }
}

/** A default personal setting for new accounts. */
export function defaultSettingChanged(
  property: DefaultChange['property'],
  value: DefaultChange['value'],
): NewEvent {
  return newEvent(
    defaultSettingsEvent,
    { op: 'update', property, value },
    { audience: { kind: 'everyone' }, touches: { organization: true } },
  );
}

/** The organization was deactivated; ends waiting polls. */
export function organizationDeactivated(organizationId: number): NewEvent {
  return event({ op: 'deactivated', realm_id: organizationId });
}
