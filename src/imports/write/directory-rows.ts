// Builds the rows of everything in an import except people, groups and messages.

import { canonicalGroupSetting } from '../../api-contract/group-setting.ts';
import { FieldType } from '../../model/profile-fields/profile-field.ts';
import { textKey } from '../../model/text-key.ts';
import { defaultChannelGroupSettings } from '../../stores/channels/insert-channel.ts';
import { importTables as tables } from '../../stores/imports/import-tables.ts';
import type { ImportedConversation, ImportedDirectory } from '../records/directory.ts';
import type { RowContext } from './account-rows.ts';
import { peopleOf } from './conversations.ts';
import type { Ids } from './ids.ts';
import type { Renderer } from './renderer.ts';
import type { RowsByTable } from './rows.ts';

/** Adds channels and their folders; `subscribers` is the number of subscribers of each channel. */
export function addChannels(
  rows: RowsByTable,
  directory: ImportedDirectory,
  { ids, survey, systemGroupIds }: RowContext,
  {
    renderer,
    subscribers,
  }: { readonly renderer: Renderer; readonly subscribers: ReadonlyMap<number, number> },
): void {
  const organization = { organization_id: ids.organizationId };
  const descriptionColumns = (description: string) => ({
    description,
    rendered_description: description.trim() === '' ? '' : renderer.render(description, undefined).html,
  });
  for (const folder of directory.folders) {
    rows.add(tables.channel_folder, {
      ...organization,
      ...descriptionColumns(ids.text(folder.description)),
      id: ids.of('folder', folder.id),
      name: folder.name,
      name_key: textKey(folder.name),
      created_at: folder.createdAt,
      creator_id: ids.optional('account', folder.creatorId),
      position: folder.position,
      is_archived: folder.isArchived,
    });
  }
  for (const channel of directory.channels) {
    const creatorId = ids.optional('account', channel.creatorId);
    const first = survey.firstOfChannel.get(channel.id);
    const settings: Record<string, unknown> = {
      ...defaultChannelGroupSettings({ systemGroupIds }, creatorId),
    };
    for (const [name, value] of Object.entries(channel.settings))
      settings[name] = canonicalGroupSetting(ids.permission(value), systemGroupIds['role:nobody']);
    rows.add(tables.channel, {
      ...organization,
      ...descriptionColumns(ids.text(channel.description)),
      id: ids.of('channel', channel.id),
      name: channel.name,
      name_key: textKey(channel.name),
      created_at: channel.createdAt,
      creator_id: creatorId,
      is_private: channel.isPrivate,
      is_web_public: channel.isWebPublic,
      is_history_public: channel.isHistoryPublic,
      is_archived: channel.isArchived,
      is_default: channel.isDefault,
      message_retention_days: channel.retentionDays,
      topics_policy: channel.topicsPolicy,
      folder_id: ids.optional('folder', channel.folderId),
      group_settings: JSON.stringify(settings),
      default_push_notifications: false,
      subscriber_count: subscribers.get(channel.id) ?? 0,
      first_message_id: first === undefined ? null : ids.of('message', first),
      is_recently_active: channel.isRecentlyActive,
    });
  }
}

/** Adds linkifiers, playgrounds, allowed domains and profile fields. */
export function addOrganizationTables(
  rows: RowsByTable,
  directory: ImportedDirectory,
  { ids }: RowContext,
): void {
  const organization = { organization_id: ids.organizationId };
  for (const { id, position, pattern, urlTemplate } of directory.linkifiers) {
    rows.add(tables.linkifier, {
      ...organization,
      id: ids.of('linkifier', id),
      position,
      pattern,
      url_template: urlTemplate,
      alternative_url_templates: '[]',
    });
  }
  for (const { name, language, urlTemplate } of directory.playgrounds)
    rows.add(tables.playground, { ...organization, name, language, url_template: urlTemplate });
  for (const { domain, allowSubdomains } of directory.domains)
    rows.add(tables.allowed_domain, { ...organization, domain, allow_subdomains: allowSubdomains });
  for (const field of directory.profileFields) {
    rows.add(tables.profile_field, {
      ...organization,
      id: ids.of('profileField', field.id),
      name: field.name,
      hint: field.hint,
      field_type: field.type,
      field_data: field.data,
      position: field.position,
      display_in_profile_summary: field.isInSummary,
      required: field.isRequired,
      editable_by_user: field.isEditableByUser,
      use_for_user_matching: false,
    });
  }
}

/** Adds profile values, statuses, and notification preferences of people. */
export function addPersonalTables(
  rows: RowsByTable,
  directory: ImportedDirectory,
  { ids }: RowContext,
  renderer: Renderer,
): void {
  const ownerColumns = (accountId: number) => ({
    organization_id: ids.organizationId,
    account_id: ids.account(accountId),
  });
  const types = new Map(directory.profileFields.map(({ id, type }) => [id, type]));
  for (const { accountId, fieldId, value } of directory.profileValues) {
    const type = types.get(fieldId);
    if (type === undefined) continue;
    const isMarkdown = type === FieldType.shortText || type === FieldType.paragraph;
    rows.add(tables.profile_value, {
      ...ownerColumns(accountId),
      field_id: ids.of('profileField', fieldId),
      value: type === FieldType.people ? peopleValue(value, ids) : value,
      rendered_value: isMarkdown ? renderer.render(value, undefined).html : null,
    });
  }
  for (const { accountId, word } of directory.alertWords)
    rows.add(tables.alert_word, { ...ownerColumns(accountId), word, word_key: textKey(word) });
  for (const { accountId, mutedId, mutedAt } of directory.mutedUsers)
    rows.add(tables.muted_user, {
      ...ownerColumns(accountId),
      muted_account_id: ids.account(mutedId),
      muted_at: mutedAt,
    });
  for (const { accountId, channelId, topic, policy, updatedAt } of directory.userTopics) {
    rows.add(tables.user_topic, {
      ...ownerColumns(accountId),
      channel_id: ids.of('channel', channelId),
      topic_key: textKey(topic),
      topic_name: topic,
      visibility_policy: policy,
      updated_at: updatedAt,
    });
  }
  for (const { accountId, text, emojiName, emojiCode, reactionType } of directory.statuses) {
    const code = reactionType === 'realm_emoji' ? String(ids.of('emoji', Number(emojiCode))) : emojiCode;
    const emoji = { emoji_name: emojiName, emoji_code: code, reaction_type: reactionType };
    rows.add(tables.user_status, { ...ownerColumns(accountId), status_text: text, ...emoji });
  }
  for (const { accountId, step } of directory.onboardingSteps)
    rows.add(tables.onboarding_step, { ...ownerColumns(accountId), step });
}

function peopleValue(value: string, ids: Ids): string {
  try {
    const people: unknown = JSON.parse(value);
    const importedIds = Array.isArray(people)
      ? people.map(Number).filter((id) => ids.has('account', id))
      : [];
    return JSON.stringify(importedIds.map((id) => ids.account(id)));
  } catch {
    // An invalid list names nobody.
    return '[]';
  }
}

/** Adds saved snippets, drafts and scheduled messages. */
export function addUnsentTexts(
  rows: RowsByTable,
  directory: ImportedDirectory,
  { ids }: RowContext,
  {
    renderer,
    organizationUrl,
    now,
  }: { readonly renderer: Renderer; readonly organizationUrl: string; readonly now: number },
): void {
  const ownerColumns = (accountId: number) => ({
    organization_id: ids.organizationId,
    account_id: ids.account(accountId),
  });
  for (const { accountId, title, content, createdAt } of directory.snippets)
    rows.add(tables.saved_snippet, {
      ...ownerColumns(accountId),
      title,
      content: ids.text(content),
      created_at: createdAt,
    });
  for (const { accountId, conversation, content, editedAt } of directory.drafts) {
    const { topic, channelId, people } = recipientsOf(conversation, ids, accountId);
    const to = channelId === null ? people : [channelId];
    const type = conversation === undefined ? '' : channelId === null ? 'private' : 'stream';
    const text = { topic, content: ids.text(content), edited_at: editedAt };
    rows.add(tables.draft, { ...ownerColumns(accountId), type, recipient_ids: JSON.stringify(to), ...text });
  }
  for (const message of directory.scheduled) {
    const { topic, channelId, people } = recipientsOf(message.conversation, ids, message.senderId);
    const content = ids.text(message.content);
    rows.add(tables.scheduled_message, {
      organization_id: ids.organizationId,
      sender_id: ids.account(message.senderId),
      channel_id: channelId,
      topic,
      recipient_ids: JSON.stringify(people),
      content,
      rendered_content: renderer.render(content, ids.account(message.senderId)).html,
      due_at: message.dueAt,
      client: message.client,
      is_read_by_sender: message.isReadBySender,
      organization_url: organizationUrl,
      // Messages that were due in the meantime wait for a new time.
      is_failed: message.dueAt <= now,
    });
  }
}

/** The recipients of a text. Direct messages list the other people, unless it is a message to the sender alone. */
function recipientsOf(conversation: ImportedConversation | undefined, ids: Ids, senderId: number) {
  if (conversation === undefined) return { topic: '', channelId: null, people: [] };
  if ('channelId' in conversation)
    return { topic: conversation.topic, channelId: ids.of('channel', conversation.channelId), people: [] };
  const all = peopleOf(conversation, (id) => ids.account(id));
  const others = all.filter((id) => id !== ids.account(senderId));
  return { topic: '', channelId: null, people: others.length > 0 ? others : all };
}
