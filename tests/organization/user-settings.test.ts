// PATCH /settings: every personal setting, the profile, and what others see of changes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { userSettings } from '../../src/model/accounts/user-settings.ts';
import { expectFold } from '../support/fold.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const everybody = [olive, mel, gus];

/** The events of an observer. */
type ReceivedEvents = Awaited<ReturnType<typeof expectFold>>[number];

/** A value different from a setting's current one. */
function otherValue(name: keyof typeof userSettings): unknown {
  const { initial, codec } = userSettings[name];
  if (name === 'default_language') return 'de';
  if (typeof initial === 'boolean') return !initial;
  if (initial === null) return true;
  const choices = codec.schema.enum;
  if (Array.isArray(choices)) return choices.find((choice) => choice !== initial);
  return Number(initial) + 1;
}

const names = Object.keys(userSettings) as (keyof typeof userSettings)[];

describe('personal settings', () => {
  const settingsIn = (events: ReceivedEvents) => {
    const settingEvents = events.filter(({ type }) => type === 'user_settings');
    assert.ok(settingEvents.every(({ op }) => op === 'update'));
    return settingEvents.map(({ property, value }): [string, unknown] => [property, value]);
  };

  for (const name of ['starred_message_counts', 'color_scheme'] as const) {
    test(`${name} is changed and sent to its account only`, async () => {
      const value = otherValue(name);
      const [, miaEvents = [], gusEvents = []] = await expectFold([olive, mia, gus], () =>
        mia.ok('PATCH', '/settings', { [name]: value }),
      );
      assert.deepEqual(settingsIn(miaEvents), [[name, value]]);
      assert.deepEqual(settingsIn(gusEvents), []);
    });
  }

  test('all are changed at once, and each is sent to its account only', async () => {
    const values = Object.fromEntries(
      names
        .filter((name) => name !== 'email_address_visibility')
        .map((name): [string, unknown] => [name, otherValue(name)]),
    );
    const [, seen = [], others = []] = await expectFold(everybody, () =>
      mel.ok('PATCH', '/settings', values),
    );
    const changedSettings = settingsIn(seen);
    assert.equal(changedSettings.length, Object.keys(values).length);
    assert.deepEqual(Object.fromEntries(changedSettings), values);
    assert.deepEqual(settingsIn(others), []);
  });

  test('a language is sent with its name', async () => {
    const listener = await mel.registerQueue();
    await mel.ok('PATCH', '/settings', { default_language: 'pt-br' });
    const [event] = await listener.eventsOf('user_settings');
    assert.equal(event.language_name, 'Brazilian Portuguese');
  });

  test('unchanged values cause no event', async () => {
    await mia.ok('PATCH', '/settings', { color_scheme: 3 });
    const listener = await mia.registerQueue();
    await mia.ok('PATCH', '/settings', { color_scheme: 3 });
    assert.deepEqual(await listener.events(), []);
  });

  test('invalid values change nothing, and unknown names are reported', async () => {
    await mia.refused('PATCH', '/settings', { color_scheme: 9 }, 'BAD_REQUEST', 'Invalid color_scheme');
    const sound = { notification_sound: 'gong' };
    await mia.refused('PATCH', '/settings', sound, 'BAD_REQUEST', "Invalid notification sound 'gong'");
    await mia.refused(
      'PATCH',
      '/settings',
      { default_language: 'xx' },
      'BAD_REQUEST',
      'Invalid default_language',
    );
    const answer = await mia.ok('PATCH', '/settings', { dense_mode: true });
    assert.deepEqual(answer.ignored_parameters_unsupported, ['dense_mode']);
  });

  test('older paths are equivalent', async () => {
    await mia.ok('PATCH', '/settings/display', { starred_message_counts: false });
    await mia.ok('PATCH', '/settings/notifications', { enable_sounds: false });
    const { user_settings: settings } = (await mia.registerQueue()).snapshot;
    assert.equal(settings.starred_message_counts, false);
    assert.equal(settings.enable_sounds, false);
  });

  test('consent to export is sent to administrators', async () => {
    await mia.ok('PATCH', '/settings', { allow_private_data_export: false });
    const [adamListener, gusListener] = await Promise.all([adam.registerQueue(), gus.registerQueue()]);
    await mia.ok('PATCH', '/settings', { allow_private_data_export: true });
    const [event] = await adamListener.eventsOf('realm_export_consent');
    assert.deepEqual([event.user_id, event.consented], [mia.userId, true]);
    const { export_consents: consents } = await adam.ok('GET', '/export/realm/consents');
    const consentOfMia = consents.find((consent: { user_id: number }) => consent.user_id === mia.userId);
    assert.equal(consentOfMia.consented, true);
    assert.deepEqual(await gusListener.events(), []);
  });
});

describe('the visibility of an address', () => {
  for (const visibility of [3, 4, 5, 2, 1]) {
    test(`follows the setting ${visibility}, and those who see another one get an event`, async () => {
      await expectFold([olive, adam, mel, mia, gus], () =>
        mia.ok('PATCH', '/settings', { email_address_visibility: visibility }),
      );
    });
  }
});

describe('the profile', () => {
  test('a new name is sent to everyone', async () => {
    await expectFold(everybody, () => mel.ok('PATCH', '/settings', { full_name: ' Melanie Member ' }));
    await mel.refused('PATCH', '/settings', { full_name: 'x' }, 'BAD_REQUEST', 'Name too short!');
    await mel.refused('PATCH', '/settings', { full_name: 'x'.repeat(101) }, 'BAD_REQUEST', 'Name too long!');
    await mel.refused(
      'PATCH',
      '/settings',
      { full_name: 'a*b' },
      'BAD_REQUEST',
      'Invalid characters in name!',
    );
    await mel.refused('PATCH', '/settings', { full_name: 'Zoe|7' }, 'BAD_REQUEST', 'Invalid format!');
  });

  test('a new time zone is sent to everyone', async () => {
    await expectFold(everybody, () => mel.ok('PATCH', '/settings', { timezone: 'Asia/Kolkata' }));
    const message = 'timezone is not a recognized time zone';
    await mel.refused('PATCH', '/settings', { timezone: 'Moon/Crater' }, 'BAD_REQUEST', message);
  });

  test('names are fixed if the organization says so, except for administrators', async () => {
    await olive.ok('PATCH', '/realm', { name_changes_disabled: true });
    const listener = await gus.registerQueue();
    await mel.ok('PATCH', '/settings', { full_name: 'Somebody Else' });
    assert.deepEqual(await listener.events(), []);
    await adam.ok('PATCH', '/settings', { full_name: 'Adam Another' });
    assert.equal((await listener.events()).length, 1);
    await olive.ok('PATCH', '/realm', { name_changes_disabled: false });
  });

  test('names are unique if the organization says so', async () => {
    await olive.ok('PATCH', '/realm', { require_unique_names: true });
    await mia.refused('PATCH', '/settings', { full_name: 'olive OWNER' }, 'BAD_REQUEST', /^Unique names/);
    await olive.ok('PATCH', '/realm', { require_unique_names: false });
  });

  test('a new password needs the old one and a minimum strength', async () => {
    const change = (old_password: string, new_password: string) => ({ old_password, new_password });
    await mia.refused(
      'PATCH',
      '/settings',
      change('wrong', 'correct horse'),
      'BAD_REQUEST',
      'Wrong password!',
    );
    const weak = /^New password is too weak! It repeats itself/;
    await mia.refused('PATCH', '/settings', change('demo-password', 'aaaaaaaa'), 'BAD_REQUEST', weak);
    await mia.ok('PATCH', '/settings', change('demo-password', 'correct horse'));
    await server.anonymous.ok('POST', '/fetch_api_key', { username: mia.email, password: 'correct horse' });
    const old = { username: mia.email, password: 'demo-password' };
    await server.anonymous.refused('POST', '/fetch_api_key', old, 'AUTHENTICATION_FAILED');
  });

  test('a new address takes effect once its mailed link was opened', async () => {
    const listener = await gus.registerQueue();
    await max.ok('PATCH', '/settings', { email: 'maximilian@example.org' });
    assert.deepEqual(await listener.events(), []);
    const [mail] = await mailTo(server, 'maximilian@example.org');
    const link = /\/accounts\/confirm_new_email\/\w+/.exec(mail?.text ?? '')?.[0];
    const page = await fetch(server.url + link);
    assert.match(await page.text(), /maximilian@example\.org/);
    assert.deepEqual(await listener.events(), []);
    await expectFold(everybody, async () => {
      assert.equal((await fetch(server.url + link, { method: 'POST' })).status, 200);
    });
    assert.equal((await fetch(server.url + link)).status, 404);
    const clientAtNewAddress = server.client('maximilian@example.org', max.apiKey);
    assert.equal(
      (await clientAtNewAddress.registerQueue()).snapshot.delivery_email,
      'maximilian@example.org',
    );
  });

  test('invalid, taken and disallowed addresses are refused', async () => {
    const refuse = (email: string, message: string) =>
      mia.refused('PATCH', '/settings', { email }, 'BAD_REQUEST', message);
    await refuse('nonsense', 'Invalid address.');
    await refuse('OLIVE@example.com', 'Already has an account.');
    await olive.ok('PATCH', '/realm', { email_changes_disabled: true });
    await refuse('new@example.com', 'Email address changes are disabled in this organization.');
    await olive.ok('PATCH', '/realm', { email_changes_disabled: false });
  });
});

describe('settings of others', () => {
  test('are changed by administrators, for people and groups', async () => {
    const target_users = { user_ids: [gus.userId] };
    await expectFold([adam, gus], () => adam.ok('PATCH', '/settings', { target_users, user_list_style: 3 }));
    const { user_settings: settings } = (await gus.registerQueue()).snapshot;
    assert.equal(settings.user_list_style, 3);
    const message = 'Must be an organization administrator';
    await mel.refused(
      'PATCH',
      '/settings',
      { target_users, user_list_style: 1 },
      'UNAUTHORIZED_PRINCIPAL',
      message,
    );
    const unknown = { target_users: { user_ids: [99_999] }, user_list_style: 1 };
    await adam.refused('PATCH', '/settings', unknown, 'BAD_REQUEST', 'Invalid user ID: 99999');
  });

  test('stay the same for people who chose them', async () => {
    await gus.ok('PATCH', '/settings', { color_scheme: 2 });
    const target_users = { user_ids: [gus.userId], skip_if_already_edited: true };
    await adam.ok('PATCH', '/settings', { target_users, color_scheme: 3, demote_inactive_streams: 3 });
    const { user_settings: settings } = (await gus.registerQueue()).snapshot;
    assert.equal(settings.color_scheme, 2);
    assert.equal(settings.demote_inactive_streams, 3);
  });
});

describe('defaults of new accounts', () => {
  test('are changed by administrators and sent to everyone', async () => {
    const eventLists = await expectFold(everybody, () =>
      adam.ok('PATCH', '/realm/user_settings_defaults', { web_font_size_px: 18, emojiset: 'emoji_set_2' }),
    );
    assert.deepEqual(
      eventLists[1]?.map(({ type, property, value }) => [type, property, value]),
      [
        ['realm_user_settings_defaults', 'web_font_size_px', 18],
        ['realm_user_settings_defaults', 'emojiset', 'twitter'],
      ],
    );
    assert.equal((await gus.registerQueue()).snapshot.user_settings.web_font_size_px, 16);
  });

  test('exclude settings that only people choose', async () => {
    const answer = await adam.ok('PATCH', '/realm/user_settings_defaults', {
      default_language: 'de',
      timezone: 'UTC',
    });
    assert.deepEqual(answer.ignored_parameters_unsupported, ['default_language', 'timezone']);
  });

  test('are for administrators', async () => {
    await mel.refused(
      'PATCH',
      '/realm/user_settings_defaults',
      { enter_sends: true },
      'UNAUTHORIZED_PRINCIPAL',
    );
  });
});

describe('introductions', () => {
  test('are dismissed one by one', async () => {
    const [melEvents] = await expectFold([mel], () =>
      mel.ok('POST', '/users/me/onboarding_steps', { onboarding_step: 'intro_resolve_topic' }),
    );
    const remainingSteps: { name: string }[] = melEvents?.[0].onboarding_steps;
    assert.ok(
      remainingSteps.length > 0 && remainingSteps.every(({ name }) => name !== 'intro_resolve_topic'),
    );
    const message = 'Unknown onboarding_step: nothing';
    await mel.refused(
      'POST',
      '/users/me/onboarding_steps',
      { onboarding_step: 'nothing' },
      'BAD_REQUEST',
      message,
    );
  });
});
