// Decides the new ids of a Parley archive: they stay the same where they are free; otherwise all ids of a table are
// shifted by one number.

import type { Writer } from '../../storage/reader-writer.ts';
import type { NumberedTable } from '../../storage/schema.ts';
import { lockIds, reserveOwnIds } from '../../stores/imports/reserve-ids.ts';
import { numberedTables } from '../../stores/moving/moved-tables.ts';
import { Ids } from '../write/ids.ts';
import type { Staged } from './staging.ts';

/** The decisions, as they are stored. */
export interface OwnPlan {
  readonly organizationId: number;
  readonly archivedOrganizationId: number;
  /** The numbers added to the ids of each table. */
  readonly shifts: Readonly<Record<NumberedTable, number>>;
}

/** Ids that are referenced in values other than columns of ids. */
export type PresentIds = Readonly<
  Record<'account' | 'channel' | 'channel_folder' | 'user_group', ReadonlySet<number>>
>;

/** A plan that changes no ids: for checking an archive without writing it. */
export function unmovedPlan({ header }: Staged): OwnPlan {
  const shifts = Object.fromEntries(numberedTables.map((table) => [table, 0]));
  const { organization_id: id } = header;
  return { organizationId: id, archivedOrganizationId: id, shifts: shifts as OwnPlan['shifts'] };
}

/** Decides the new ids and reserves them. */
export async function makeOwnPlan(
  writer: Writer,
  organizationId: number,
  { rows, header }: Staged,
): Promise<OwnPlan> {
  const shifts: Partial<Record<NumberedTable, number>> = {};
  await lockIds(writer, ...numberedTables);
  for (const table of numberedTables) {
    const [range] = await rows.execute(
      `select count(*) as rows, min(id) as lowest, max(id) as highest from "${table}"`,
      [],
    );
    const isEmpty = Number(range?.rows ?? 0) === 0;
    shifts[table] = isEmpty
      ? 0
      : await reserveOwnIds(writer, table, Number(range?.lowest), Number(range?.highest));
  }
  return {
    organizationId,
    archivedOrganizationId: header.organization_id,
    shifts: shifts as OwnPlan['shifts'],
  };
}

/** The ids of an archive that settings and other values may refer to. */
export async function presentIds({ rows }: Staged): Promise<PresentIds> {
  const idsIn = async (table: keyof PresentIds) =>
    new Set((await rows.execute(`select id from "${table}"`, [])).map(({ id }) => Number(id)));
  return {
    account: await idsIn('account'),
    channel: await idsIn('channel'),
    channel_folder: await idsIn('channel_folder'),
    user_group: await idsIn('user_group'),
  };
}

/** Maps the ids in texts and permissions. */
export function idsOf(plan: OwnPlan, existingIds: PresentIds, organizationUrl: string): Ids {
  const { shifts } = plan;
  return new Ids({
    shifts: {
      account: shifts.account,
      channel: shifts.channel,
      folder: shifts.channel_folder,
      group: shifts.user_group,
      message: shifts.message,
      emoji: shifts.custom_emoji,
      linkifier: shifts.linkifier,
      profileField: shifts.profile_field,
    },
    aliases: new Map(),
    organizationId: plan.organizationId,
    archivedOrganizationId: plan.archivedOrganizationId,
    host: new URL(organizationUrl).host,
    present: {
      account: existingIds.account,
      channel: existingIds.channel,
      folder: existingIds.channel_folder,
      group: existingIds.user_group,
    },
  });
}
