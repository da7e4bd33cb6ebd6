// Finishes an import by writing the organization's own row, which makes it visible.

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../actions/audit/audit.ts';
import { badRequest } from '../../api-contract/error.ts';
import { canonicalGroupSetting, type GroupSettingValue } from '../../api-contract/group-setting.ts';
import { initialUserSettings } from '../../model/accounts/user-settings.ts';
import {
  decodeOrganizationSettings,
  isOrganizationSetting,
  organizationSettings,
} from '../../model/organizations/organization-settings.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateImport } from '../../stores/imports/import-store.ts';
import { checkHostIsFree } from '../../stores/organizations/host-store.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import type { Note } from '../records/notes.ts';
import type { Ids } from './ids.ts';
import { freeShortName, type ImportPlan } from './plan.ts';

/** JSON of the settings that differ from the initial values, with the new ids. */
function settingsJson(
  directory: ImportedDirectory,
  plan: ImportPlan,
  ids: Ids,
  pictureSettings: Readonly<Record<string, unknown>>,
): string {
  const initial: Readonly<Record<string, unknown>> = {
    ...decodeOrganizationSettings('{}', plan.systemGroupIds),
  };
  const entries = Object.entries({ ...directory.organization.settings, ...pictureSettings }).flatMap(
    ([name, value]) => {
      if (!isOrganizationSetting(name)) return [];
      const mapped = mappedValue(organizationSettings[name].kind, value, plan, ids);
      return isDeepStrictEqual(mapped, initial[name]) ? [] : [[name, mapped]];
    },
  );
  return JSON.stringify(Object.fromEntries(entries));
}

function mappedValue(
  kind: 'value' | 'channel' | 'group',
  value: unknown,
  plan: ImportPlan,
  ids: Ids,
): unknown {
  if (kind === 'channel') return (typeof value === 'number' ? ids.optional('channel', value) : null) ?? -1;
  if (kind === 'value') return value;
  return canonicalGroupSetting(
    ids.permission(value as GroupSettingValue),
    plan.systemGroupIds['role:nobody'],
  );
}

function defaultsJson({ organization }: ImportedDirectory): string {
  const initial: Readonly<Record<string, unknown>> = { ...initialUserSettings };
  const entries = Object.entries(organization.defaultSettings).filter(
    ([name, value]) => !isDeepStrictEqual(value, initial[name]),
  );
  return JSON.stringify(Object.fromEntries(entries));
}

/** Creates the organization; needs a unit of work of its own. */
export async function finishWriting(
  writer: Writer,
  {
    directory,
    plan,
    ids,
    host,
    notes,
    format,
    pictureSettings,
  }: {
    readonly directory: ImportedDirectory;
    readonly plan: ImportPlan;
    readonly ids: Ids;
    readonly host: string;
    readonly notes: readonly Note[];
    /** The format of the archive. */
    readonly format: string;
    /** The settings for pictures that were imported. */
    readonly pictureSettings: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { organization } = directory;
  await checkHostIsFree(writer, host);
  const uuid = organization.uuid ?? randomUUID();
  const existing = await writer.db
    .selectFrom('organization')
    .select('id')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (organization.name.trim() === '') throw badRequest('The organization has no name.');
  await writer.db
    .insertInto('organization')
    .values({
      id: ids.organizationId,
      uuid: existing ? randomUUID() : uuid,
      string_id: await freeShortName(writer, organization.stringId, ids.organizationId),
      name: organization.name,
      host,
      public_host: '',
      created_at: organization.createdAt,
      is_deactivated: 0,
      is_demo: 0,
      settings: settingsJson(directory, plan, ids, pictureSettings),
      default_settings: defaultsJson(directory),
    })
    .execute();
  await audit(writer, { kind: 'organization_imported', details: { name: organization.name, format } });
  await updateImport(writer, 'organization', {
    stage: 'done',
    finished_at: writer.now,
    notes: JSON.stringify(notes),
  });
}
