// PATCH /streams/{stream_id}: changes a channel.

import { changeChannel } from '../../actions/channels/change.ts';
import { boolean, id, nullable, shortText, text } from '../../api-contract/codec.ts';
import { noSuchUser } from '../../api-contract/error.ts';
import { groupSettingUpdate } from '../../api-contract/group-setting.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { recordOf } from '../../api-contract/typed-records.ts';
import { normalChannelName, normalDescription } from '../../model/channels/channel-names.ts';
import { channelRetention } from '../../model/channels/channel-retention.ts';
import { channelPermissions } from '../../model/groups/permission-settings.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { channelChangeNotices } from '../../stores/channels/channel-notices.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { writeOperation } from '../operation.ts';
import { channelSettingNames, topicsPolicy } from './new-channel-parameters.ts';

const groupParameters = recordOf(channelSettingNames, (name) =>
  optionally(groupSettingUpdate, channelPermissions[name].description),
);

export const updateChannel = writeOperation({
  name: 'update-stream',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  summary: 'Change a channel.',
  access: 'account',
  errors: [
    'CHANNEL_ALREADY_EXISTS',
    'EXPECTATION_MISMATCH',
    'SYSTEM_GROUP_REQUIRED',
    'UNAUTHORIZED_PRINCIPAL',
    'REQUEST_VARIABLE_INVALID',
  ],
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    description: optionally(
      text({ maximum: limits.channelDescriptionCodePoints }),
      'The new description, in Markdown.',
    ),
    new_name: optionally(shortText, 'The new name.'),
    is_private: optionally(boolean, 'Whether the channel is private.'),
    is_web_public: optionally(boolean, 'Whether the channel is readable without an account.', { since: 98 }),
    history_public_to_subscribers: optionally(
      boolean,
      'Whether subscribers can read messages from before they subscribed.',
    ),
    is_default_stream: optionally(boolean, 'Whether the channel is a default channel for new accounts.', {
      since: 200,
    }),
    message_retention_days: optionally(
      channelRetention,
      'Number of days after which messages are deleted, `realm_default` or `unlimited`.',
      { encoding: 'either' },
    ),
    is_archived: optionally(boolean, 'Whether the channel is archived. `false` unarchives it.', {
      since: 388,
    }),
    folder_id: optionally(nullable(id), "The ID of the channel's folder; null for none.", { since: 389 }),
    topics_policy: optionally(topicsPolicy, 'Whether messages can or must have the empty topic.', {
      since: 392,
    }),
    default_push_notifications: optionally(
      boolean,
      'Whether mobile notifications are on for people who subscribe for the first time.',
      { since: 507 },
    ),
    ...groupParameters,
  },
  result: {},
  async handle(context, values) {
    const { actor, organizationUrl } = context;
    const source = values.description === undefined ? undefined : normalDescription(values.description);
    const description =
      source === undefined
        ? undefined
        : { source, rendered: await renderDescription(context, source, actor.account) };
    const name = values.new_name === undefined ? undefined : normalChannelName(values.new_name);
    const changedSettings = channelSettingNames.flatMap((setting) => {
      const update = values[setting];
      return update === undefined ? [] : [[setting, update] as const];
    });
    const pendingNotices = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const [caller] = await activeAccounts(writer, [actor.account.id]);
      if (!caller) throw noSuchUser();
      const found = await visibleChannel(
        tableLookup({ writer, organization, account: caller }),
        values.stream_id,
        'metadata',
      );
      const { before, after } = await changeChannel({ writer, organization, account: caller }, found, {
        name,
        description,
        isPrivate: values.is_private,
        isWebPublic: values.is_web_public,
        isHistoryPublic: values.history_public_to_subscribers,
        isDefault: values.is_default_stream,
        isArchived: values.is_archived,
        messageRetentionDays: values.message_retention_days,
        topicsPolicy: values.topics_policy,
        folderId: values.folder_id,
        defaultPushNotifications: values.default_push_notifications,
        groupSettings: Object.fromEntries(changedSettings),
      });
      const notices = channelChangeNotices(organization, caller, before, after);
      return insertNotices(writer, { actorId: caller.id, organizationUrl }, notices);
    });
    await sendPendingNotices(context, pendingNotices);
    return {};
  },
});
