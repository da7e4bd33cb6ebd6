// The parameters of PATCH /realm, made from the table of settings.

import { anyJson, type Codec, text } from '../../contract/codec.ts';
import { groupSettingUpdate } from '../../contract/group-setting.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, type Parameter, type ParameterNotes } from '../../contract/parameter.ts';
import type { OrganizationSetting } from '../../model/organizations/setting.ts';
import {
  isOrganizationSetting,
  type OrganizationSettingName,
  organizationSettings,
} from '../../model/organizations/settings.ts';

export interface SettingParameter {
  readonly name: OrganizationSettingName;
  readonly declaration: OrganizationSetting;
}

/** The settings that the API can change. */
export const changeableSettings: readonly SettingParameter[] = Object.keys(organizationSettings)
  .filter(isOrganizationSetting)
  .map((name) => ({ name, declaration: organizationSettings[name] }))
  .filter(({ declaration }) => declaration.changedBy !== 'command');

/** Where several kinds of values are taken, JSON's null means that nothing was sent. */
function nullAsNothing(codec: Codec<unknown>): Codec<unknown> {
  if (!('anyOf' in codec.schema)) return codec;
  return {
    schema: codec.schema,
    decode: (value, path) => (value === null ? undefined : codec.decode(value, path)),
  };
}

/** Words among numbers, and the Jitsi address, are sent as JSON text by some clients and plain by others. */
function notesFor(name: OrganizationSettingName, codec: Codec<unknown>): ParameterNotes {
  return name === 'jitsi_server_url' || 'anyOf' in codec.schema ? { encoding: 'either' } : {};
}

function parameterOf({ name, declaration }: SettingParameter): Parameter<unknown, true> {
  const description = `${declaration.description}${declaration.changedBy === 'owner' ? ' For owners.' : ''}`;
  const codec = declaration.kind === 'group' ? groupSettingUpdate : nullAsNothing(declaration.codec);
  return optionally<unknown>(codec, description, declaration.kind === 'group' ? {} : notesFor(name, codec));
}

export const settingParameters: Readonly<Record<string, Parameter<unknown, true>>> = Object.fromEntries(
  changeableSettings.map((setting) => [setting.name, parameterOf(setting)]),
);

export const nameParameters = {
  name: optionally(
    text({ minimum: 1, maximum: limits.organizationNameCodePoints }),
    "The organization's name.",
  ),
  string_id: optionally(text({ maximum: 40 }), 'The short name; of demo organizations only. For owners.'),
};

/** What is answered for each change: the new value, or the word `updated` for texts. */
export const settingResults = Object.fromEntries(
  [...Object.keys(settingParameters), ...Object.keys(nameParameters), 'realm_uri', 'realm_url'].map(
    (name) => [name, { optional: anyJson }],
  ),
);
