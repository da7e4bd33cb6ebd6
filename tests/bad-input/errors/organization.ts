// Errors about the organization and its customizations.

import { type ExpectedError, type ExpectedErrors, UNKNOWN_ID } from './expected-error.ts';
import { iconFiles, logoFiles } from './files.ts';

const NOT_AN_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const NOT_AN_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
const byMember: ExpectedError = { what: 'a member', by: 'mel', ...NOT_AN_ADMINISTRATOR };

export const organizationErrors: ExpectedErrors = {
  'get-gifs': [
    {
      what: 'a search without a provider',
      code: 'GIFS_OFF',
      msg: 'GIFs are turned off in this organization.',
    },
  ],
  'set-gif-provider': [
    byMember,
    {
      what: 'a provider without its key',
      with: () => ({ provider: 'giphy' }),
      msg: 'Enter the API key for GIPHY.',
    },
    {
      what: 'a key without a provider',
      with: () => ({ api_key: 'a-key-of-some-length' }),
      msg: 'Send api_key only with a provider that needs one.',
    },
  ],
  'get-audit-log': [
    { what: 'an administrator', by: 'adam', ...NOT_AN_OWNER },
    { what: 'an unknown kind', with: () => ({ kind: 'nothing' }), msg: 'Invalid kind' },
  ],
  'update-organization': [
    byMember,
    { what: 'a blank name', with: () => ({ name: '  ' }), msg: 'name cannot be blank' },
    {
      what: 'an unknown language',
      with: () => ({ default_language: 'nothing' }),
      msg: "Invalid language 'nothing'",
    },
    {
      what: 'an unknown channel',
      with: () => ({ new_stream_announcements_stream_id: UNKNOWN_ID }),
      msg: 'Invalid channel ID',
    },
    {
      what: "the other organization's channel",
      with: ({ foreignIds }) => ({ signup_announcements_stream_id: foreignIds.channel }),
      msg: 'Invalid channel ID',
    },
    {
      what: 'an unknown channel for updates',
      with: () => ({ zulip_update_announcements_stream_id: UNKNOWN_ID }),
      msg: 'Invalid channel ID',
    },
    {
      what: 'a public channel for moderation',
      with: ({ channel }) => ({ moderation_request_channel_id: channel('general') }),
      msg: 'Moderation request channel must be private.',
    },
    {
      what: 'an unknown group',
      with: () => ({ can_create_groups: { new: UNKNOWN_ID } }),
      msg: 'Invalid user group',
    },
    {
      what: "the other organization's group",
      with: ({ foreignIds }) => ({ can_create_groups: { new: foreignIds.group } }),
      msg: 'Invalid user group',
    },
    {
      what: 'a deactivated group',
      with: ({ ids }) => ({ can_create_groups: { new: ids.disbanded } }),
      msg: 'User group is deactivated.',
    },
    {
      what: 'no way to log in',
      with: () => ({ authentication_methods: { Email: false, Dev: false } }),
      msg: 'At least one authentication method must be enabled.',
    },
    {
      what: 'an administrator changing an owner-only setting',
      by: 'adam',
      with: () => ({ message_retention_days: 10 }),
      ...NOT_AN_OWNER,
    },
    {
      what: 'an unknown provider of calls',
      with: () => ({ video_chat_provider: 99 }),
      msg: 'Invalid video_chat_provider 99',
    },
  ],
  'deactivate-organization': [
    { what: 'an administrator', by: 'adam', ...NOT_AN_OWNER },
    {
      what: 'a deletion delay',
      with: () => ({ deletion_delay_days: 5 }),
      msg: 'This server does not delete the data of deactivated organizations.',
    },
  ],
  'export-realm': [
    byMember,
    {
      what: 'all private data, without consent',
      with: () => ({ export_type: 'full_without_consent' }),
      msg: 'Invalid export_type: without consent, private data can be exported only where owners have access to all content. Use full_with_consent.',
    },
  ],
  'delete-realm-export': [
    byMember,
    {
      what: 'an unknown export',
      with: () => ({ export_id: UNKNOWN_ID }),
      msg: 'Invalid data export ID',
    },
    {
      what: "the other organization's export",
      with: ({ foreignIds }) => ({ export_id: foreignIds.exported }),
      msg: 'Invalid data export ID',
    },
  ],
  'get-realm-export-consents': [byMember],
  'test-welcome-bot-custom-message': [byMember],
  'upload-organization-icon': [byMember, ...iconFiles],
  'upload-organization-logo': [byMember, ...logoFiles],
  'delete-organization-icon': [byMember],
  'delete-organization-logo': [byMember],
  'get-realm-exports': [byMember],
  'update-realm-user-settings-defaults': [byMember],
};
