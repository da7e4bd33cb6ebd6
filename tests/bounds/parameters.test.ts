// Bounds on the parameters of one request: texts and lists at the bound and one longer.

import { describe } from 'node:test';
import { makeWorld } from '../bad-input/world.ts';
import { type Expected, reachesByCall } from '../support/bounds.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import type { BoundName } from '../support/with-limit.ts';

/** The error for a value within the bounds, since the bot of the valid call has no configuration. */
const NO_CONFIGURATION = /doesn't use config data/;

const world = await makeWorld(await startTestServer());

const names = (size: number, prefix = 'k') => Array.from({ length: size }, (_, index) => `${prefix}${index}`);
const mapOf = (size: number, value: unknown) => Object.fromEntries(names(size).map((name) => [name, value]));
const repeated = (size: number, value: unknown) => Array.from({ length: size }, () => value);
const addressOf = (size: number, tail = '') =>
  `https://example.com/${'a'.repeat(size - 20 - tail.length)}${tail}`;

/** Like `reachesByCall`, for a text of letters in one parameter. */
function reachesByText(bound: BoundName, operation: string, parameter: string, expected?: Expected): void {
  reachesByCall(bound, world, operation, (size) => ({ [parameter]: 'x'.repeat(size) }), expected);
}

/** Like `reachesByCall`, for values built for their size. */
function reachesBySize(
  bound: BoundName,
  operation: string,
  parameters: (size: number) => Json,
  expected?: Expected,
): void {
  reachesByCall(bound, world, operation, parameters, expected);
}

describe('texts', () => {
  reachesByText('topicCodePoints', 'update-user-topic', 'topic');
  reachesByText('channelNameCodePoints', 'create-channel', 'name');
  reachesByText('channelDescriptionCodePoints', 'update-stream', 'description');
  reachesByText('channelFolderNameCodePoints', 'create-channel-folder', 'name');
  reachesByText('channelFolderDescriptionCodePoints', 'create-channel-folder', 'description');
  reachesByText('sidebarSectionNameCodePoints', 'add-sidebar-section', 'name');
  reachesByText('statusCodePoints', 'update-own-status', 'status_text');
  reachesByText('fullNameCodePoints', 'update-user', 'full_name', { message: /^Name too long!$/ });
  reachesByText('groupNameCodePoints', 'create-user-group', 'name');
  reachesByText('groupDescriptionCodePoints', 'create-user-group', 'description');
  reachesByText('profileFieldNameCodePoints', 'create-custom-profile-field', 'name');
  reachesByText('profileFieldHintCodePoints', 'create-custom-profile-field', 'hint');
  reachesBySize('alertWordCodePoints', 'add-alert-words', (size) => ({ alert_words: ['x'.repeat(size)] }));
  reachesByText('reportDescriptionCodePoints', 'report-message', 'description');
  reachesByText('reminderNoteCodePoints', 'create-message-reminder', 'note');
  reachesByText('callNameCodePoints', 'create-big-blue-button-call', 'meeting_name');
  reachesByText('codeLanguageCodePoints', 'update-organization', 'default_code_block_language');
  reachesByText('emojiNameCodePoints', 'add-reaction', 'emoji_name', { messageAtBound: /does not exist/ });
  reachesByText('emojiCodeCodePoints', 'add-reaction', 'emoji_code', {
    messageAtBound: /^Invalid emoji code/,
  });
  reachesByText('localIdCodePoints', 'send-message', 'local_id');
  reachesByText('submessageTypeCodePoints', 'send-submessage', 'msg_type');
  reachesByText('botServiceNameCodePoints', 'create-bot', 'service_name');
  reachesBySize(
    'botConfigurationValueCodePoints',
    'update-bot',
    (size) => ({ config_data: { key: 'x'.repeat(size) } }),
    { messageAtBound: NO_CONFIGURATION },
  );
  reachesByText('playgroundNameCodePoints', 'add-code-playground', 'name');
  reachesByText('linkifierPatternCodePoints', 'add-linkifier', 'pattern', { messageAtBound: /./ });
  reachesByText('linkifierExampleCodePoints', 'add-linkifier', 'example_input', { messageAtBound: /./ });
  reachesBySize('webAddressCodePoints', 'add-code-playground', (size) => ({
    url_template: addressOf(size, '{code}'),
  }));
  reachesBySize('botStorageValueCodePoints', 'update-bot-storage', (size) => ({
    storage: { large: 'x'.repeat(size) },
  }));
  reachesByText('savedSnippetTitleCodePoints', 'create-saved-snippet', 'title');
  reachesByText('navigationViewNameCodePoints', 'add-navigation-view', 'name', { messageAtBound: /./ });
  reachesBySize('navigationViewFragmentCodePoints', 'add-navigation-view', (size) => ({
    fragment: `narrow/topic/${'x'.repeat(size - 13)}`,
    name: 'long',
  }));
  reachesByText('organizationNameCodePoints', 'update-organization', 'name');
  reachesByText('organizationShortNameCodePoints', 'update-organization', 'string_id', {
    messageAtBound: /short name cannot be changed/,
  });
  reachesByText('organizationDescriptionCodePoints', 'update-organization', 'description');
  reachesByText('welcomeMessageCodePoints', 'update-organization', 'welcome_message_custom_text');
  reachesByText('passwordCharacters', 'create-user', 'password', { messageAtBound: /too weak/ });
  reachesByText('jsonWebTokenCharacters', 'jwt-fetch-api-key', 'token');
  reachesByText('deviceTokenCharacters', 'add-fcm-token', 'token', {
    messageAtBound: /^Empty or invalid length token$/,
  });
  reachesBySize(
    'inviteeAddressesCodePoints',
    'send-invites',
    (size) => ({
      invitee_emails: `${'x'.repeat(size - 12)}@example.com`,
    }),
    { messageAtBound: /./ },
  );
  reachesByText('shortTextCodePoints', 'get-stream-id', 'stream', {
    messageAtBound: /^Invalid channel name/,
  });
  reachesByText('deactivationNoteCodePoints', 'deactivate-user', 'deactivation_notification_comment');
});

describe('lists and maps', () => {
  reachesBySize('profileFieldChoices', 'create-custom-profile-field', (size) => ({
    field_type: 3,
    name: 'Choices',
    field_data: Object.fromEntries(
      names(size).map((name, index) => [name, { text: name, order: `${index + 1}` }]),
    ),
  }));
  reachesBySize('botConfigurationValues', 'update-bot', (size) => ({ config_data: mapOf(size, 'x') }), {
    messageAtBound: NO_CONFIGURATION,
  });
  reachesBySize('linkifierAlternatives', 'add-linkifier', (size) => ({
    pattern: 'D(?P<id>[0-9]+)',
    alternative_url_templates: names(size, 'https://example.com/{id}/'),
  }));
  reachesBySize('botStorageValuesPerRequest', 'update-bot-storage', (size) => ({
    storage: mapOf(size, 'x'),
  }));
  reachesBySize('authenticationMethods', 'update-organization', (size) => ({
    authentication_methods: { ...mapOf(size - 1, true), Email: true },
  }));
  reachesBySize('channelsPerDefaultGroup', 'create-default-stream-group', (size) => ({
    stream_names: repeated(size, 'engineering'),
  }));
  reachesBySize('invitationsPerRequest', 'send-invites', (size) => ({
    invitee_emails: names(size, 'invited')
      .map((name) => `${name}@example.com`)
      .join(','),
  }));
  reachesBySize('channelsPerInvitation', 'create-invite-link', (size) => ({
    stream_ids: repeated(size, world.channel('general')),
  }));
  reachesBySize('groupsPerInvitation', 'create-invite-link', (size) => ({
    group_ids: repeated(size, world.ids.group),
  }));
  reachesBySize('invitationMinutes', 'create-invite-link', (size) => ({ invite_expires_in_minutes: size }), {
    message: /too large/,
  });
  reachesBySize('idsPerRequest', 'unsubscribe', (size) => ({ subscriptions: repeated(size, 'general') }));
  reachesBySize('itemsPerList', 'update-message-flags', (size) => ({
    messages: repeated(size, world.ids.message),
  }));
  reachesBySize('eventTypesPerRequest', 'register-queue', (size) => ({
    event_types: repeated(size, 'message'),
  }));
  reachesBySize('narrowTerms', 'get-messages', (size) => ({
    narrow: repeated(size, { operator: 'is', operand: 'unread' }),
  }));
  reachesBySize(
    'participantsInDirectMessage',
    'send-message',
    (size) => ({
      type: 'direct',
      to: Array.from({ length: size }, (_, index) => 100_000 + index),
    }),
    { messageAtBound: /^Invalid user ID/ },
  );
  reachesBySize('messagesPerPage', 'get-messages', (size) => ({ num_before: size }));
});

// Last, because these calls use up the limits.
describe('lists of drafts and alert words', () => {
  const limitMessage = /limit: 1000 items/;
  reachesBySize(
    'draftsPerRequest',
    'create-drafts',
    (size) => ({ drafts: repeated(size, { type: '', to: [], topic: '', content: 'x' }) }),
    { message: limitMessage, messageAtBound: /^You can have at most/ },
  );
  reachesBySize('allowedSenders', 'update-do-not-disturb', (size) => ({
    allowed_senders: repeated(size, world.person('mia')),
  }));
  reachesBySize('sidebarRows', 'update-sidebar-section', (size) => ({
    rows: repeated(size, { user_ids: [world.person('mia')] }),
  }));
  reachesBySize('sidebarSectionsInOrder', 'order-sidebar-sections', (size) => ({
    order: repeated(size, 'direct'),
  }));
  reachesBySize('alertWordsPerRequest', 'add-alert-words', (size) => ({ alert_words: names(size, 'word') }), {
    message: limitMessage,
    messageAtBound: /^(?:You can have at most|$)/,
  });
});
