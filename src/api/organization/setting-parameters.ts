// The parameters of PATCH /realm, made from the table of settings.

import {
  anyOf,
  anyText,
  boolean,
  type Codec,
  type Decoded,
  mapOf,
  nullable,
  number,
  oneOf,
  optional,
  record,
  text,
  trimmedText,
  view,
} from '../../api-contract/codec.ts';
import { groupSettingUpdate, groupSettingValue } from '../../api-contract/group-setting.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type Parameter, type ParameterOptions } from '../../api-contract/parameter.ts';
import type { OrganizationSetting } from '../../model/organizations/organization-setting.ts';
import {
  isOrganizationSetting,
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSettings,
} from '../../model/organizations/organization-settings.ts';

export interface SettingParameter {
  readonly name: OrganizationSettingName;
  readonly declaration: OrganizationSetting;
}

/** The settings that the API can change. */
export const changeableSettings: readonly SettingParameter[] = Object.keys(organizationSettings)
  .filter(isOrganizationSetting)
  .map((name) => ({ name, declaration: organizationSettings[name] }))
  .filter(({ declaration }) => declaration.changedBy !== 'command');

/** For settings that accept several kinds of values, JSON's null means that nothing was sent. */
function nullAsNothing(codec: Codec<unknown>): Codec<unknown> {
  const { anyOf: choices } = codec.schema;
  if (!Array.isArray(choices)) return codec;
  return {
    schema: { anyOf: [...choices, { type: 'null' }] },
    decode: (value, path) => (value === null ? undefined : codec.decode(value, path)),
  };
}

/** Some clients send words among numbers, and the Jitsi address, as JSON text; others send them plain. */
function parameterOptionsFor(name: OrganizationSettingName, codec: Codec<unknown>): ParameterOptions {
  return name === 'jitsi_server_url' || 'anyOf' in codec.schema ? { encoding: 'either' } : {};
}

function parameterOf({ name, declaration }: SettingParameter): Parameter<unknown, true> {
  const description = `${declaration.description}${declaration.changedBy === 'owner' ? ' Only for owners.' : ''}`;
  const codec = declaration.kind === 'group' ? groupSettingUpdate : nullAsNothing(declaration.codec);
  return optionally<Codec<unknown>>(
    codec,
    description,
    declaration.kind === 'group' ? {} : parameterOptionsFor(name, codec),
  );
}

/** Words that represent values stored as null or -1: `unlimited`, `default`. */
type SentSetting<K extends OrganizationSettingName> = K extends keyof Permissions
  ? Decoded<typeof groupSettingUpdate>
  : K extends 'message_retention_days'
    ? number | 'unlimited'
    : null extends OrganizationSettings[K]
      ? Exclude<OrganizationSettings[K], null> | 'unlimited' | 'default'
      : OrganizationSettings[K];

type Permissions = Pick<
  OrganizationSettings,
  Extract<OrganizationSettingName, `can_${string}` | `${string}_group`>
>;

/** The parameters by name. Settings that only commands change are not included, although the type allows them. */
export const settingParameters = Object.fromEntries(
  changeableSettings.map((setting) => [setting.name, parameterOf(setting)]),
) as { readonly [K in OrganizationSettingName]: Parameter<unknown, true, SentSetting<K>> };

export const nameParameters = {
  name: optionally(
    trimmedText({ minimum: 1, maximum: limits.organizationNameCodePoints }),
    "The organization's name.",
  ),
  string_id: optionally(
    text({ maximum: limits.organizationShortNameCodePoints }),
    "The short name. It is not part of the organization's address, and any change is rejected.",
  ),
};

/** The answer for each change: the new value, or the word `updated` for texts. */
const changedValue = view(
  anyOf(
    'is not the value of a setting',
    oneOf('updated'),
    nullable(number),
    boolean,
    groupSettingValue,
    mapOf(record({ enabled: boolean, available: boolean, unavailable_reason: optional(anyText) })),
  ),
);

export const settingResults = {
  ...Object.fromEntries(
    [...Object.keys(settingParameters), ...Object.keys(nameParameters)].map((name) => [
      name,
      { optional: changedValue },
    ]),
  ),
  realm_uri: optional(anyText),
  realm_url: optional(anyText),
};
