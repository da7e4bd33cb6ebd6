// Valid calls about the organization and its customizations.

import type { ValidCalls } from './call.ts';

export const organizationCalls: ValidCalls = {
  'get-openapi': { by: 'nobody' },
  'get-server-settings': { by: 'nobody' },
  'check-compatibility': { by: 'nobody' },
  'check-subdomain': { by: 'nobody', parameters: () => ({ subdomain: 'elsewhere' }) },
  'update-organization': { by: 'olive', parameters: () => ({ description: 'Who we are' }) },
  'update-realm-user-settings-defaults': { by: 'olive', parameters: () => ({ enter_sends: true }) },
  'upload-organization-icon': { by: 'olive', files: 'a picture' },
  'delete-organization-icon': { by: 'olive' },
  'upload-organization-logo': { by: 'olive', parameters: () => ({ night: false }), files: 'a picture' },
  'delete-organization-logo': { by: 'olive', parameters: () => ({ night: false }) },
  'test-welcome-bot-custom-message': {
    by: 'olive',
    parameters: () => ({ welcome_message_custom_text: 'Welcome!' }),
  },
  'get-realm-export-consents': { by: 'olive' },
  'get-realm-exports': { by: 'olive' },
  'add-sample-content': { by: 'olive' },
  'remove-sample-content': { by: 'olive' },
  'get-gifs': {
    by: 'mel',
    parameters: () => ({ query: 'cat', page: 2 }),
    refusedWithoutSystem: { code: 'GIFS_OFF', msg: 'GIFs are turned off in this organization.' },
  },
  'set-gif-provider': { by: 'olive', parameters: () => ({ provider: 'none' }) },
  'get-quotas': { by: 'olive' },
  'update-quotas': { by: 'olive', parameters: () => ({ quotas: { channels_per_day: 200 } }) },
  'get-audit-log': { by: 'olive', parameters: () => ({ kind: 'role_changed', since: 0 }) },
  'export-realm': { by: 'olive' },
  'delete-realm-export': { by: 'olive', parameters: ({ ids }) => ({ export_id: ids.exported }) },
};

const LINKIFIER = { pattern: 'B(?P<id>[0-9]+)', url_template: 'https://example.com/bugs/{id}' };
const OTHER_LINKIFIER = { pattern: 'C(?P<id>[0-9]+)', url_template: 'https://example.com/cases/{id}' };

export const customizationCalls: ValidCalls = {
  'get-linkifiers': { by: 'mel' },
  'reorder-linkifiers': { by: 'olive', parameters: ({ ids }) => ({ ordered_linkifier_ids: ids.linkifiers }) },
  'add-linkifier': { by: 'olive', parameters: () => LINKIFIER },
  'update-linkifier': {
    by: 'olive',
    parameters: ({ ids }) => ({ filter_id: ids.linkifier, ...OTHER_LINKIFIER }),
  },
  'remove-linkifier': { by: 'olive', parameters: ({ ids }) => ({ filter_id: ids.linkifier }) },
  'add-code-playground': {
    by: 'olive',
    parameters: () => ({
      name: 'Run it',
      pygments_language: 'Rust',
      url_template: 'https://example.com/run/{code}',
    }),
  },
  'remove-code-playground': { by: 'olive', parameters: ({ ids }) => ({ playground_id: ids.playground }) },
  'get-domains': { by: 'mel' },
  'add-domain': { by: 'olive', parameters: () => ({ domain: 'example.org', allow_subdomains: false }) },
  'update-domain': { by: 'olive', parameters: () => ({ domain: 'example.com', allow_subdomains: true }) },
  'remove-domain': { by: 'olive', parameters: () => ({ domain: 'example.com' }) },
  'get-custom-profile-fields': { by: 'mel' },
  'reorder-custom-profile-fields': {
    by: 'olive',
    parameters: ({ ids }) => ({ order: [ids.choiceField, ids.field] }),
  },
  'create-custom-profile-field': { by: 'olive', parameters: () => ({ field_type: 1, name: 'Desk' }) },
  'update-custom-profile-field': {
    by: 'olive',
    parameters: ({ ids }) => ({ field_id: ids.field, name: 'Sounds like' }),
  },
  'delete-custom-profile-field': { by: 'olive', parameters: ({ ids }) => ({ field_id: ids.choiceField }) },
  'get-custom-emoji': { by: 'mel' },
  'upload-custom-emoji': { by: 'olive', parameters: () => ({ emoji_name: 'confetti' }), files: 'a picture' },
  'deactivate-custom-emoji': { by: 'olive', parameters: () => ({ emoji_name: 'party' }) },
};

export const lastCalls: ValidCalls = {
  'deactivate-organization': { by: 'olive' },
};
