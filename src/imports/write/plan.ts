// The decisions made at the beginning of an import, which are stored so that a resumed import continues with them.

import type { SystemGroupIds } from '../../model/groups/system-groups.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { reserveIds, reserveOwnIds } from '../../stores/imports/reserve-ids.ts';
import { isShortNameTaken } from '../../stores/organizations/organization-store.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import { type IdKind, type IdPlan, type IdShifts, Ids, type PresentIds } from './ids.ts';
import type { Survey } from './survey.ts';
import { systemBotIdsOf, systemGroupIdsOf } from './system-rows.ts';

/** The decisions, as they are stored. */
export interface ImportPlan {
  readonly organizationId: number;
  readonly archivedOrganizationId: number | null;
  readonly shifts: IdShifts;
  readonly systemGroupIds: SystemGroupIds;
  readonly systemBotIds: Readonly<Record<string, number>>;
  /** Conversations have the ids after this one, in the order in which they began. */
  readonly conversationsAfter: number;
}

/** The ids of a directory that other objects refer to. */
function presentIds({ accounts, aliases, channels, folders, groups }: ImportedDirectory): PresentIds {
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  return {
    account: new Set([...idsOf(accounts), ...aliases.keys()]),
    channel: new Set(idsOf(channels)),
    folder: new Set(idsOf(folders)),
    group: new Set(idsOf(groups)),
  };
}

/** The id mapping of a plan. */
export function idPlanOf(plan: ImportPlan, directory: ImportedDirectory, organizationUrl: string): IdPlan {
  return {
    shifts: plan.shifts,
    aliases: directory.aliases,
    organizationId: plan.organizationId,
    archivedOrganizationId: plan.archivedOrganizationId ?? undefined,
    host: new URL(organizationUrl).host,
    present: presentIds(directory),
  };
}

const tableOf = {
  account: 'account',
  channel: 'channel',
  folder: 'channel_folder',
  group: 'user_group',
  message: 'message',
  emoji: 'custom_emoji',
  linkifier: 'linkifier',
  profileField: 'profile_field',
} as const satisfies Record<IdKind, string>;

function rangesOf(
  directory: ImportedDirectory,
  survey: Survey,
): Record<IdKind, readonly [number, number] | undefined> {
  const range = (rows: readonly { readonly id: number }[]): readonly [number, number] | undefined => {
    const ids = rows.map(({ id }) => id);
    // `Math.min(...ids)` would fail: a call takes a limited number of arguments.
    const [lowest, highest] = ids.reduce(
      ([low, high], id) => [Math.min(low, id), Math.max(high, id)],
      [Number.POSITIVE_INFINITY, 0],
    );
    return ids.length === 0 ? undefined : [lowest ?? 0, highest ?? 0];
  };
  return {
    account: range(directory.accounts),
    channel: range(directory.channels),
    folder: range(directory.folders),
    group: range(directory.groups),
    message: survey.messages === 0 ? undefined : [survey.firstId, survey.lastId],
    emoji: range(directory.emoji),
    linkifier: range(directory.linkifiers),
    profileField: range(directory.profileFields),
  };
}

/** Decides the new ids and reserves them. */
export async function makePlan(
  writer: Writer,
  organizationId: number,
  directory: ImportedDirectory,
  survey: Survey,
): Promise<ImportPlan> {
  const shifts: Partial<Record<IdKind, number>> = {};
  for (const [kind, range] of Object.entries(rangesOf(directory, survey)) as [
    IdKind,
    readonly [number, number] | undefined,
  ][])
    shifts[kind] = range ? await reserveOwnIds(writer, tableOf[kind], ...range) : 0;
  const base = {
    organizationId,
    archivedOrganizationId: directory.organization.id ?? null,
    shifts: shifts as IdShifts,
    conversationsAfter: await reserveIds(writer, 'conversation', survey.conversations.size),
  };
  const ids = new Ids({
    ...base,
    aliases: directory.aliases,
    archivedOrganizationId: base.archivedOrganizationId ?? undefined,
    host: '',
    present: presentIds(directory),
  });
  return {
    ...base,
    systemGroupIds: await systemGroupIdsOf(writer, directory, ids),
    systemBotIds: Object.fromEntries(await systemBotIdsOf(writer, directory, ids)),
  };
}

/** The short name of an organization: its own, or a generated one if that is taken or invalid. */
export async function freeShortName(
  writer: Writer,
  preferred: string,
  organizationId: number,
): Promise<string> {
  if (/^[a-z0-9-]{1,40}$/.test(preferred) && !(await isShortNameTaken(writer, preferred))) return preferred;
  if (preferred === '' && !(await isShortNameTaken(writer, ''))) return '';
  return `organization-${organizationId}`;
}
