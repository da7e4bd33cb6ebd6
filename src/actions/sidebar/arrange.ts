// Changes how an account arranged its sidebar, inside a unit of work.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import {
  parseSection,
  type SectionKey,
  type SectionRow,
  type SidebarRow,
  textOfSection,
  type WireSidebar,
} from '../../model/sidebar/sidebar.ts';
import { sidebarChanged } from '../../model/sidebar/sidebar-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { folderById } from '../../stores/channel-folders/channel-folder-store.ts';
import {
  changeStoredSection,
  deleteSection,
  insertSection,
  placedRows,
  readSidebar,
  replaceRows,
  storedSections,
} from '../../stores/sidebar/sidebar-store.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { changeSubscriptionSettings } from '../subscriptions/change-settings.ts';

/** Changes to a section; missing parts stay unchanged. */
export interface SectionChanges {
  readonly name?: string | undefined;
  readonly isCollapsed?: boolean | undefined;
  /** Each row once. */
  readonly rows?: readonly SidebarRow[] | undefined;
}

/** The error for a section that the account does not have. */
function noSuchSection(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'The sidebar has no such section.');
}

async function emitSidebar(writer: Writer, accountId: number): Promise<WireSidebar> {
  const sidebar = await readSidebar(writer, accountId);
  writer.emit(sidebarChanged(accountId, sidebar));
  return sidebar;
}

async function checkSectionExists(writer: Writer, { kind, id }: SectionKey): Promise<void> {
  if (kind === 'own') throw noSuchSection();
  if (kind === 'folder' && !(await folderById(writer, id ?? 0))) throw noSuchSection();
}

/** Adds a section of the account's own at the end. @returns its text */
export async function addSection(writer: Writer, accountId: number, name: string): Promise<string> {
  const sections = await storedSections(writer, accountId);
  if (sections.filter(({ kind }) => kind === 'own').length >= limits.sidebarSections)
    throw badRequest(`You can have at most ${limits.sidebarSections} sections.`);
  const section = await insertSection(writer, accountId, { kind: 'own', id: null }, name);
  await emitSidebar(writer, accountId);
  return textOfSection(section);
}

/** Removes a section of the account's own; its rows are then in their default sections. @throws `NOT_FOUND` */
export async function removeSection(writer: Writer, accountId: number, text: string): Promise<void> {
  const section = (await storedSections(writer, accountId)).find((one) => textOfSection(one) === text);
  if (section?.kind !== 'own') throw noSuchSection();
  await deleteSection(writer, section.id);
  await emitSidebar(writer, accountId);
}

/** Changes parts of a section. @throws `NOT_FOUND` for one that the account does not have */
export async function changeSection(
  writer: Writer,
  accountId: number,
  text: string,
  { name, isCollapsed, rows }: SectionChanges,
): Promise<void> {
  const storedSection = (await storedSections(writer, accountId)).find((one) => textOfSection(one) === text);
  const key = parseSection(text);
  if (!storedSection) await checkSectionExists(writer, key);
  if (name !== undefined && key.kind !== 'own')
    throw badRequest('Only sections that you made can be renamed.');
  if (rows && key.kind === 'more') throw badRequest('Rows cannot be placed in this section.');
  const section = storedSection ?? (await insertSection(writer, accountId, key));
  const values = {
    ...(name !== undefined && { name }),
    ...(isCollapsed !== undefined && { is_collapsed: isCollapsed ? 1 : 0 }),
  };
  if (Object.keys(values).length > 0) await changeStoredSection(writer, section.id, values);
  if (rows) await placeRows(writer, accountId, section, rows);
  await emitSidebar(writer, accountId);
}

async function placeRows(
  writer: Writer,
  accountId: number,
  section: SectionRow,
  rows: readonly SidebarRow[],
): Promise<void> {
  await replaceRows(writer, accountId, section.id, rows);
  if ((await placedRows(writer, accountId)).length > limits.sidebarRows)
    throw badRequest(`You can place at most ${limits.sidebarRows} rows in the sidebar.`);
  await pinChannels(writer, accountId, rows, section.kind === 'pinned');
}

/** A placed channel is pinned in the section of pinned rows alone; clients that know only pinning agree with it. */
async function pinChannels(
  writer: Writer,
  accountId: number,
  rows: readonly SidebarRow[],
  isPinned: boolean,
): Promise<void> {
  const channelIds = new Set<number>();
  for (const row of rows)
    if ('stream_id' in row && row.topic_name === undefined) channelIds.add(row.stream_id);
  if (channelIds.size === 0) return;
  const subscriptions = await personalSubscriptions(writer, accountId);
  const changes = [...channelIds]
    .filter((channelId) => {
      const own = subscriptions.get(channelId);
      return own?.is_active === 1 && (own.pin_to_top === 1) !== isPinned;
    })
    .map((channelId) => ({ channelId, property: 'pin_to_top', value: isPinned }) as const);
  await changeSubscriptionSettings(writer, accountId, changes);
}

/** Orders the sections; those that are not given are in their default order. @throws `NOT_FOUND` */
export async function orderSections(
  writer: Writer,
  accountId: number,
  order: readonly string[],
): Promise<void> {
  const storedByText = new Map(
    (await storedSections(writer, accountId)).map((one) => [textOfSection(one), one]),
  );
  const positions = new Map([...new Set(order)].map((text, position) => [text, position]));
  for (const [text, position] of positions) {
    const key = parseSection(text);
    if (!storedByText.has(text)) await checkSectionExists(writer, key);
    const section = storedByText.get(text) ?? (await insertSection(writer, accountId, key));
    if (section.position !== position) await changeStoredSection(writer, section.id, { position });
  }
  for (const [text, section] of storedByText)
    if (section.position !== null && !positions.has(text))
      await changeStoredSection(writer, section.id, { position: null });
  await emitSidebar(writer, accountId);
}
