// Valid calls about what belongs to one account: drafts and other texts, settings, presence, devices.

import { nowSeconds } from '../../../src/api-contract/time.ts';
import { Receiver } from '../../web-push/receiver.ts';
import type { ValidCalls } from './call.ts';

const receiver = new Receiver();

const DRAFT = { type: '', to: [], topic: '', content: 'a thought' };

export const writingCalls: ValidCalls = {
  'get-scheduled-messages': { by: 'mel' },
  'create-scheduled-message': {
    by: 'mel',
    parameters: ({ channel, later }) => ({
      type: 'channel',
      to: channel('general'),
      topic: 'plans',
      content: 'in an hour',
      scheduled_delivery_timestamp: later,
    }),
  },
  'update-scheduled-message': {
    by: 'mel',
    parameters: ({ ids }) => ({ scheduled_message_id: ids.scheduled, content: 'rather this' }),
  },
  'delete-scheduled-message': {
    by: 'mel',
    parameters: ({ ids }) => ({ scheduled_message_id: ids.scheduled }),
  },
  'get-reminders': { by: 'mel' },
  'create-message-reminder': {
    by: 'mel',
    parameters: ({ ids, later }) => ({ message_id: ids.message, scheduled_delivery_timestamp: later }),
  },
  'delete-reminder': { by: 'mel', parameters: ({ ids }) => ({ reminder_id: ids.reminder }) },
  'get-drafts': { by: 'mel' },
  'create-drafts': { by: 'mel', parameters: () => ({ drafts: [DRAFT] }) },
  'edit-draft': { by: 'mel', parameters: ({ ids }) => ({ draft_id: ids.draft, draft: DRAFT }) },
  'delete-draft': { by: 'mel', parameters: ({ ids }) => ({ draft_id: ids.draft }) },
  'get-saved-snippets': { by: 'mel' },
  'create-saved-snippet': { by: 'mel', parameters: () => ({ title: 'Bye', content: 'Until then!' }) },
  'edit-saved-snippet': {
    by: 'mel',
    parameters: ({ ids }) => ({ saved_snippet_id: ids.snippet, title: 'Farewell' }),
  },
  'delete-saved-snippet': { by: 'mel', parameters: ({ ids }) => ({ saved_snippet_id: ids.snippet }) },
  'get-navigation-views': { by: 'mel' },
  'add-navigation-view': { by: 'mel', parameters: () => ({ fragment: 'drafts', is_pinned: false }) },
  'edit-navigation-view': {
    by: 'mel',
    parameters: () => ({ fragment: 'narrow/is/alerted', is_pinned: false }),
  },
  'remove-navigation-view': { by: 'mel', parameters: () => ({ fragment: 'narrow/is/alerted' }) },
};

export const settingCalls: ValidCalls = {
  'update-settings': { by: 'mel', parameters: () => ({ enter_sends: true }) },
  'run-zcommand': { by: 'mel', parameters: () => ({ command: '/dark' }) },
  'dismiss-onboarding-step': {
    by: 'mel',
    parameters: () => ({ onboarding_step: 'intro_inbox_view_modal' }),
  },
  'get-alert-words': { by: 'mel' },
  'add-alert-words': { by: 'mel', parameters: () => ({ alert_words: ['lunch'] }) },
  'remove-alert-words': { by: 'mel', parameters: () => ({ alert_words: ['lunch'] }) },
  'mute-user': { by: 'mel', parameters: ({ person }) => ({ muted_user_id: person('max') }) },
  'unmute-user': { by: 'mel', parameters: ({ person }) => ({ muted_user_id: person('max') }) },
  'update-own-status': { by: 'mel', parameters: () => ({ status_text: 'on the train' }) },
  'update-status': {
    by: 'olive',
    parameters: ({ person }) => ({ user_id: person('mel'), status_text: 'at lunch' }),
  },
  'get-muted-direct-conversations': { by: 'mel' },
  'mute-direct-conversation': { by: 'mel', parameters: ({ person }) => ({ user_ids: [person('mia')] }) },
  'unmute-direct-conversation': { by: 'mel', parameters: ({ person }) => ({ user_ids: [person('mia')] }) },
  'get-later-conversations': { by: 'mel' },
  'put-conversation-away': {
    by: 'mel',
    parameters: ({ channel, later }) => ({ stream_id: channel('general'), topic: 'plans', until: later }),
  },
  'remove-later-conversation': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'plans' }),
  },
  'get-sidebar': { by: 'mel' },
  'add-sidebar-section': { by: 'mel', parameters: () => ({ name: 'Projects' }) },
  'update-sidebar-section': {
    by: 'mel',
    parameters: ({ person }) => ({ section: 'direct', rows: [{ user_ids: [person('mia')] }] }),
  },
  'order-sidebar-sections': { by: 'mel', parameters: () => ({ order: ['channels', 'direct'] }) },
  'remove-sidebar-section': { by: 'mel', parameters: ({ ids }) => ({ section: ids.section }) },
  'get-do-not-disturb': { by: 'mel' },
  'update-do-not-disturb': {
    by: 'mel',
    parameters: ({ person }) => ({
      paused_until: nowSeconds() + 3600,
      quiet_hours: { enabled: true, days: [1, 2], from: '20:00', to: '08:00' },
      allowed_senders: [person('mia')],
    }),
  },
  'get-status': { by: 'mel', parameters: ({ person }) => ({ user_id: person('mia') }) },
  'update-presence': { by: 'mel', parameters: () => ({ status: 'active' }) },
  'get-user-presence': { by: 'mel', parameters: () => ({ user_id_or_email: 'mel@example.com' }) },
  'get-presence': { by: 'mel' },
  'upload-avatar': { by: 'mel', files: 'a picture' },
  'delete-avatar': { by: 'mel' },
  'update-profile-data': {
    by: 'mel',
    parameters: ({ ids }) => ({ data: [{ id: ids.field, value: 'mell' }] }),
  },
  'remove-profile-data': { by: 'mel', parameters: ({ ids }) => ({ data: [ids.field] }) },
};

const noRelay = {
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  msg: 'Server is not configured to use push notification service.',
};

export const deviceCalls: ValidCalls = {
  'register-client-device': { by: 'mel' },
  'register-push-device': {
    by: 'mel',
    parameters: ({ ids }) => ({
      device_id: ids.device,
      push_key_id: 7,
      push_key: Buffer.concat([Buffer.from([0x31]), Buffer.alloc(32, 1)]).toString('base64'),
      token_kind: 'fcm',
      token_id: Buffer.alloc(8, 1).toString('base64'),
      bouncer_public_key: Buffer.alloc(32, 2).toString('base64'),
      encrypted_push_registration: Buffer.alloc(64, 3).toString('base64'),
    }),
    refusedWithoutSystem: noRelay,
  },
  'e2ee-test-notify': {
    by: 'mel',
    refusedWithoutSystem: { code: 'NO_ACTIVE_PUSH_DEVICE', msg: 'No active registered push device' },
  },
  // Without a device nothing is sent, which is not an error.
  'test-notify': { by: 'mia' },
  'add-apns-token': { by: 'mel', parameters: () => ({ token: 'ab'.repeat(32), appid: 'com.example' }) },
  'remove-apns-token': { by: 'mel', parameters: ({ ids }) => ({ token: ids.token }) },
  'add-fcm-token': { by: 'mel', parameters: () => ({ token: 'a-token' }) },
  'remove-fcm-token': { by: 'mel', parameters: () => ({ token: 'a-token' }) },
  'remove-client-device': { by: 'mel', parameters: ({ ids }) => ({ device_id: ids.device }) },
  'get-web-push-subscriptions': { by: 'mel' },
  'create-web-push-subscription': {
    by: 'mel',
    parameters: () => ({ endpoint: 'https://push.example.com/another', ...receiver.fields }),
  },
  'test-web-push': { by: 'mel', parameters: ({ ids }) => ({ subscription_id: ids.webPush }) },
  'remove-web-push-subscription': {
    by: 'mel',
    parameters: ({ ids }) => ({ subscription_id: ids.webPush }),
  },
  'remove-web-push-endpoint': {
    by: 'mel',
    parameters: () => ({ endpoint: 'https://push.example.com/another' }),
  },
};
