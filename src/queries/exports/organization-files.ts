// Writes an export's files about the organization itself: people, channels, groups and settings, in the
// format of the API.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { TarWriter } from '../../archives/tar-writer.ts';
import { wireFolder } from '../../model/channel-folders/channel-folder.ts';
import { wireDomain } from '../../model/domains/allowed-domain.ts';
import { wireGroups } from '../../model/groups/wire-group.ts';
import { wireLinkifier } from '../../model/linkifiers/wire-linkifier.ts';
import { wireUser } from '../../model/people/wire-user.ts';
import { wirePinnedTopics } from '../../model/pins/pinned-topics.ts';
import { wirePlayground } from '../../model/playgrounds/playground.ts';
import { wireProfileField } from '../../model/profile-fields/wire-profile-field.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readFolders } from '../../stores/channel-folders/channel-folder-store.ts';
import { readDomains } from '../../stores/domains/domain-store.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { personalRows } from '../../stores/exports/export-personal-store.ts';
import { readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { pinnedTopicsIn } from '../../stores/pins/pinned-topic-store.ts';
import { readPlaygrounds } from '../../stores/playgrounds/playground-store.ts';
import { readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { subscriberIds } from '../../stores/subscriptions/subscription-store.ts';
import { channelFieldsIn } from '../channels/channel-fields.ts';
import type { QueryContext } from '../requester.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { FileNames } from './file-names.ts';
import type { SharedChannel } from './messages.ts';
import { type ExportScope, mayExportEmail } from './scope.ts';

const PEOPLE_PER_FILE = 200;

/** Writes the organization, its people and groups, and the given channels with their subscribers. */
export async function writeOrganization(
  archive: TarWriter,
  { state, reader }: QueryContext,
  scope: ExportScope,
  channels: readonly SharedChannel[],
  names: FileNames,
): Promise<void> {
  await archive.addJson('organization', await describedOrganization(state, reader, names));
  await archive.addJson('users', describedPeople(state, scope, names));
  await archive.addJson('user_groups', wireGroups(state, { includeDeactivated: true }));
  const details = [];
  for (const { channel, share } of channels) {
    const subscribers = await subscriberIds(reader, channel.id);
    // Names of topics are exported only together with their messages.
    const pinned = share === 'all' ? await pinnedTopicsIn(reader, [channel.id]) : [];
    const { topics: pinned_topics } = wirePinnedTopics(channel.id, pinned);
    details.push({ ...channelFieldsIn(state, channel), subscribers, pinned_topics });
  }
  await archive.addJson('channels', details);
}

async function describedOrganization(
  { organization }: OrganizationState,
  reader: Reader,
  names: FileNames,
): Promise<unknown> {
  return {
    name: organization.name,
    uuid: organization.uuid,
    date_created: organization.createdAt,
    settings: organization.settings,
    user_settings_defaults: parseColumn(organization.defaultSettings),
    domains: (await readDomains(reader)).map(wireDomain),
    linkifiers: (await readLinkifiers(reader)).map(wireLinkifier),
    playgrounds: (await readPlaygrounds(reader)).map(wirePlayground),
    custom_profile_fields: (await readFields(reader)).map(wireProfileField),
    channel_folders: (await readFolders(reader)).map(wireFolder),
    emoji: (await readEmoji(reader)).map(({ id, name, authorId, isDeactivated, fileName }) => ({
      id,
      name,
      author_id: authorId,
      deactivated: isDeactivated,
      file: names.emoji(fileName),
    })),
  };
}

function describedPeople(state: OrganizationState, scope: ExportScope, names: FileNames): unknown {
  return [...state.accounts.values()].map((account) => ({
    ...wireUser(
      account,
      state.organization,
      {
        showsEmail: mayExportEmail(account, scope),
        clientGravatar: false,
        hasProfile: true,
        hasActivity: true,
      },
      state.profileValues(account.id),
    ),
    ...(account.avatarKey !== null && { file: names.avatar(account.id, account.avatarKey) }),
  }));
}

/** Personal data of the accounts whose private data the export may include. */
export async function writePersonal(
  archive: TarWriter,
  state: OrganizationState,
  reader: Reader,
  scope: ExportScope,
): Promise<void> {
  const ids = [...scope.consentingIds];
  for (let first = 0; first < ids.length; first += PEOPLE_PER_FILE) {
    const page = ids.slice(first, first + PEOPLE_PER_FILE);
    const lists = [...(await personalRows(reader, page))];
    const people = page.map((id) => ({
      user_id: id,
      settings: state.account(id)?.settings,
      ...Object.fromEntries(lists.map(([name, byPerson]) => [name, byPerson.get(id) ?? []])),
    }));
    await archive.addJson(`personal/${fileNumber(first / PEOPLE_PER_FILE + 1)}`, people);
  }
}

/** A file number padded so that names sort numerically. */
export function fileNumber(number: number): string {
  return String(number).padStart(6, '0');
}
