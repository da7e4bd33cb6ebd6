// An organization as the server holds it in memory.

import type { Row } from '../../storage/schema.ts';
import type { SystemGroupIds } from '../groups/system-groups.ts';
import { decodeOrganizationSettings, type OrganizationSettings } from './organization-settings.ts';

export type OrganizationRow = Row<'organization'>;

export interface Organization {
  readonly id: number;
  readonly uuid: string;
  readonly stringId: string;
  readonly name: string;
  readonly host: string;
  readonly publicHost: string;
  readonly createdAt: number;
  readonly isDeactivated: boolean;
  readonly isDemo: boolean;
  readonly settings: OrganizationSettings;
  /** JSON of the default settings of new accounts. */
  readonly defaultSettings: string;
  readonly systemGroupIds: SystemGroupIds;
}

/** Settings decoded from JSON. Units of work read the organization often, so they are decoded only after a change. */
const decodedSettings = new WeakMap<
  SystemGroupIds,
  { readonly json: string; readonly settings: OrganizationSettings }
>();

function settingsOf(json: string, systemGroupIds: SystemGroupIds): OrganizationSettings {
  const cached = decodedSettings.get(systemGroupIds);
  if (cached?.json === json) return cached.settings;
  const settings = decodeOrganizationSettings(json, systemGroupIds);
  decodedSettings.set(systemGroupIds, { json, settings });
  return settings;
}

export function organizationOf(row: OrganizationRow, systemGroupIds: SystemGroupIds): Organization {
  return {
    id: row.id,
    uuid: row.uuid,
    stringId: row.string_id,
    name: row.name,
    host: row.host,
    publicHost: row.public_host,
    createdAt: row.created_at,
    isDeactivated: row.is_deactivated === 1,
    isDemo: row.is_demo === 1,
    settings: settingsOf(row.settings, systemGroupIds),
    defaultSettings: row.default_settings,
    systemGroupIds,
  };
}
