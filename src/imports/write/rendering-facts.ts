// Builds the rendering facts of an import from its directory and its periods of subscription.

import { groupDisplayName } from '../../markdown/group-names.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type SystemGroupIds, systemGroups } from '../../model/groups/system-groups.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import type { Ids } from './ids.ts';
import type { SurveyedPeriod } from './periods.ts';
import type { RenderingFacts } from './renderer.ts';

/** Uploads and emoji are added once they are stored. */
export function renderingFacts(
  directory: ImportedDirectory,
  ids: Ids,
  systemGroupIds: SystemGroupIds,
  periods: readonly SurveyedPeriod[],
  organizationUrl: string,
): RenderingFacts {
  const { settings } = directory.organization;
  const guests = new Set(directory.accounts.flatMap(({ id, role }) => (role === Role.guest ? [id] : [])));
  const privateChannels = new Set(directory.channels.flatMap(({ id, isPrivate }) => (isPrivate ? [id] : [])));
  const subscribers = new Map<number, Set<number>>(directory.channels.map(({ id }) => [id, new Set()]));
  for (const { accountId, channelId } of periods)
    if (privateChannels.has(channelId) || guests.has(accountId))
      subscribers.get(channelId)?.add(ids.account(accountId));
  const codeLanguage = settings.default_code_block_language;
  return {
    accounts: directory.accounts.map((account) => ({
      id: ids.account(account.id),
      fullName: account.fullName,
      isActive: account.isActive,
      isGuest: account.role === Role.guest,
      translatesEmoticons: account.settings.translate_emoticons === true,
    })),
    groups: [
      ...systemGroups.map(({ name }) => ({ id: systemGroupIds[name], name, isActive: true, isSystem: true })),
      ...directory.groups.flatMap(({ id, name, isSystem, isDeactivated }) =>
        isSystem ? [] : [{ id: ids.of('group', id), name, isActive: !isDeactivated, isSystem }],
      ),
    ].map((group) => ({ ...group, displayName: groupDisplayName(group.name) })),
    channels: directory.channels.map(({ id, name, isPrivate }) => ({
      id: ids.of('channel', id),
      name,
      isPrivate,
      accountIds: subscribers.get(id) ?? new Set(),
    })),
    linkifiers: directory.linkifiers.map(({ id, pattern, urlTemplate }) => ({
      id: ids.of('linkifier', id),
      pattern,
      urlTemplate,
    })),
    emoji: new Map(),
    organizationUrl,
    defaultCodeLanguage: typeof codeLanguage === 'string' ? codeLanguage : '',
    inlineImagePreview: settings.inline_image_preview !== false,
    uploads: new Map(),
  };
}
