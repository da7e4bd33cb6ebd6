// Calls for testing quotas: for every kind with a quota, a call that creates one thing of that kind.

import type { QuotaKind } from '../../src/api-contract/limits/quotas.ts';
import type { UploadedFiles } from '../bad-input/calls/call.ts';
import type { Caller, World } from '../bad-input/world.ts';
import type { Json } from '../support/client.ts';
import { Receiver } from '../web-push/receiver.ts';

export interface CreatingCall {
  readonly operation: string;
  readonly by: Caller;
  /** The parameters that differ from the valid call; `index` is different each time. */
  readonly changed: (index: number, world: World) => Json;
  readonly files?: UploadedFiles;
}

const receiver = new Receiver();
const others: readonly Caller[] = ['mia', 'max', 'mona', 'adam', 'olive', 'gus', 'helper', 'spare', 'leaver'];

/** Passkeys need a host name: `tests/authentication/passkey-bounds.test.ts` creates those. */
export const creatingCalls: Readonly<Record<Exclude<QuotaKind, 'passkeys'>, CreatingCall>> = {
  channels: {
    operation: 'create-channel',
    by: 'mel',
    changed: (index) => ({ name: `quota channel ${index}`, subscribers: [] }),
  },
  user_groups: {
    operation: 'create-user-group',
    by: 'mel',
    changed: (index) => ({ name: `quota group ${index}`, members: [] }),
  },
  group_memberships: {
    operation: 'create-user-group',
    by: 'mel',
    changed: (index, { person }) => ({ name: `quota members ${index}`, members: [person('mia')] }),
  },
  subscriptions: {
    operation: 'subscribe',
    by: 'mel',
    changed: (index, { person }) => ({
      subscriptions: [{ name: `quota subscribers ${index}` }],
      principals: [person('mia')],
    }),
  },
  permission_members: {
    operation: 'create-channel',
    by: 'mel',
    changed: (index, { person }) => ({
      name: `quota permission ${index}`,
      subscribers: [],
      can_remove_subscribers_group: { direct_members: [person('mia')], direct_subgroups: [] },
    }),
  },
  bots: {
    operation: 'create-bot',
    by: 'mel',
    changed: (index) => ({ full_name: `Robin ${index}`, short_name: `robin${index}` }),
  },
  custom_emoji: {
    operation: 'upload-custom-emoji',
    by: 'mel',
    changed: (index) => ({ emoji_name: `quota_${index}` }),
  },
  channel_folders: {
    operation: 'create-channel-folder',
    by: 'olive',
    changed: (index) => ({ name: `folder ${index}` }),
  },
  default_channel_groups: {
    operation: 'create-default-stream-group',
    by: 'olive',
    changed: (index) => ({ group_name: `group ${index}` }),
  },
  linkifiers: {
    operation: 'add-linkifier',
    by: 'olive',
    changed: (index) => ({ pattern: `E${'x'.repeat(index)}(?P<id>[0-9]+)` }),
  },
  playgrounds: {
    operation: 'add-code-playground',
    by: 'olive',
    changed: (index) => ({ name: `playground ${index}` }),
  },
  profile_fields: {
    operation: 'create-custom-profile-field',
    by: 'olive',
    changed: (index) => ({ name: `field ${index}` }),
  },
  domains: {
    operation: 'add-domain',
    by: 'olive',
    changed: (index) => ({ domain: `d${index}.example.org` }),
  },
  uploads: { operation: 'upload-file', by: 'mel', changed: () => ({}), files: 'a text' },
  invitations: {
    operation: 'send-invites',
    by: 'olive',
    changed: (index) => ({ invitee_emails: `guest${index}@example.com` }),
  },
  invitation_links: { operation: 'create-invite-link', by: 'olive', changed: () => ({}) },
  event_subscriptions: {
    operation: 'create-event-subscription',
    by: 'mel',
    changed: (index) => ({ address: `https://example.com/hook/${index}` }),
  },
  drafts: { operation: 'create-drafts', by: 'mel', changed: () => ({}) },
  saved_snippets: {
    operation: 'create-saved-snippet',
    by: 'mel',
    changed: (index) => ({ title: `title ${index}` }),
  },
  scheduled_messages: {
    operation: 'create-scheduled-message',
    by: 'mel',
    changed: (index) => ({ content: `later ${index}` }),
  },
  reminders: {
    operation: 'create-message-reminder',
    by: 'mel',
    changed: (index, { later }) => ({ scheduled_delivery_timestamp: later + index }),
  },
  topic_settings: {
    operation: 'update-user-topic',
    by: 'mel',
    changed: (index) => ({ topic: `quota topic ${index}` }),
  },
  muted_users: {
    operation: 'mute-user',
    by: 'mel',
    changed: (index, { person }) => ({ muted_user_id: person(others[index] ?? 'mel') }),
  },
  alert_words: {
    operation: 'add-alert-words',
    by: 'mel',
    changed: (index) => ({ alert_words: [`word${index}`] }),
  },
  navigation_views: {
    operation: 'add-navigation-view',
    by: 'mel',
    changed: (index) => ({ fragment: `narrow/topic/${index}`, name: `view ${index}` }),
  },
  push_devices: { operation: 'register-client-device', by: 'mel', changed: () => ({}) },
  push_tokens: {
    operation: 'add-fcm-token',
    by: 'mel',
    changed: (index) => ({ token: `token-${index}` }),
  },
  web_push_subscriptions: {
    operation: 'create-web-push-subscription',
    by: 'mel',
    changed: (index) => ({ endpoint: `https://push.example.com/${index}`, ...receiver.fields }),
  },
};
