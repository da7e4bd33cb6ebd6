// The tables of settings: accepted values, defaults, and decoding of the stored JSON.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeUserSettings, userSettings } from '../../src/model/accounts/user-settings.ts';
import type { SystemGroupIds } from '../../src/model/groups/system-groups.ts';
import {
  decodeOrganizationSettings,
  organizationSettings,
} from '../../src/model/organizations/organization-settings.ts';

const ids: SystemGroupIds = {
  'role:nobody': 11,
  'role:owners': 12,
  'role:administrators': 13,
  'role:moderators': 14,
  'role:fullmembers': 15,
  'role:members': 16,
  'role:everyone': 17,
  'role:internet': 18,
};

describe('settings of an organization', () => {
  test('group settings default to the id of their system group', () => {
    const settings = decodeOrganizationSettings('{}', ids);
    assert.equal(settings.can_create_groups, 16);
    assert.equal(settings.can_manage_all_groups, 12);
    assert.equal(settings.direct_message_permission_group, 17);
  });

  test('stored values override defaults', () => {
    const settings = decodeOrganizationSettings('{"org_type":30,"can_create_groups":12}', ids);
    assert.equal(settings.org_type, 30);
    assert.equal(settings.can_create_groups, 12);
  });

  test('a time limit is in seconds or the word unlimited, and nothing else', () => {
    const { codec } = organizationSettings.message_content_edit_limit_seconds;
    assert.equal(codec.decode(60, 'limit'), 60);
    assert.equal(codec.decode('unlimited', 'limit'), null);
    for (const value of [0, -1, 1.5, 'never']) {
      assert.throws(() => codec.decode(value, 'limit'), { code: 'REQUEST_VARIABLE_INVALID' });
    }
  });

  test('unlimited retention is stored as -1', () => {
    assert.equal(organizationSettings.message_retention_days.codec.decode('unlimited', 'days'), -1);
  });

  test('a Jitsi server is an address or the word default', () => {
    const { codec } = organizationSettings.jitsi_server_url;
    assert.equal(codec.decode('default', 'jitsi_server_url'), null);
    assert.equal(codec.decode('https://meet.example', 'jitsi_server_url'), 'https://meet.example');
    assert.throws(() => codec.decode('meet', 'jitsi_server_url'), {
      message: 'jitsi_server_url is not an allowed_type',
    });
  });

  test('any negative number means that no channel is chosen', () => {
    assert.equal(organizationSettings.signup_announcements_stream_id.codec.decode(-7, 'id'), -1);
  });

  test('at least one login method stays enabled', () => {
    const { codec } = organizationSettings.authentication_methods;
    assert.throws(() => codec.decode({ Email: false }, 'authentication_methods'), {
      message: 'At least one authentication method must be enabled.',
    });
  });
});

describe('personal settings', () => {
  test('an account has its own value, or else the organization’s default, or else the initial value', () => {
    const settings = decodeUserSettings('{"color_scheme":2}', '{"color_scheme":3,"enter_sends":true}');
    assert.equal(settings.color_scheme, 2);
    assert.equal(settings.enter_sends, true);
    assert.equal(settings.web_home_view, 'inbox');
  });

  test('emoji sets can be given by a neutral alias', () => {
    const { codec } = userSettings.emojiset;
    assert.equal(codec.decode('emoji_set_2', 'emojiset'), 'twitter');
    assert.equal(codec.decode('google', 'emojiset'), 'google');
    assert.throws(() => codec.decode('apple', 'emojiset'), { message: 'Invalid emojiset' });
  });

  test('the email batching period is 1 second to 1 week', () => {
    const { codec } = userSettings.email_notifications_batching_period_seconds;
    assert.throws(() => codec.decode(0, 'seconds'), { message: 'Invalid email batching period: 0 seconds' });
    assert.equal(codec.decode(604_800, 'seconds'), 604_800);
  });

  test('every default is accepted by its codec', () => {
    for (const [name, { codec, initial }] of Object.entries(userSettings)) {
      assert.deepEqual(codec.decode(initial, name), initial, name);
    }
  });
});
