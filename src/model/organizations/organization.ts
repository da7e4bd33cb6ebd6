// An organization as the server holds it in memory.

import type { Selectable } from 'kysely';
import type { OrganizationTable } from '../../storage/schema.ts';
import type { SystemGroupIds } from '../groups/system-groups.ts';
import { decodeOrganizationSettings, type OrganizationSettings } from './settings.ts';

export type OrganizationRow = Selectable<OrganizationTable>;

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
  /** JSON of the defaults that accounts made from now on start with. */
  readonly defaultSettings: string;
  readonly systemGroupIds: SystemGroupIds;
}

/** Units of work read the organization again and again; its settings are decoded only when they changed. */
const decoded = new WeakMap<
  SystemGroupIds,
  { readonly json: string; readonly settings: OrganizationSettings }
>();

function settingsOf(json: string, systemGroupIds: SystemGroupIds): OrganizationSettings {
  const present = decoded.get(systemGroupIds);
  if (present?.json === json) return present.settings;
  const settings = decodeOrganizationSettings(json, systemGroupIds);
  decoded.set(systemGroupIds, { json, settings });
  return settings;
}

/** The organization of a row. */
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
