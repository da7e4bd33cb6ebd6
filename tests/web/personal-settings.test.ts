// The screens of personal settings, compared with what the server accepts: every setting with an effect is offered
// with all its values, for the account and as a default for new ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isUserSetting,
  settingsWithDefault,
  type UserSettingName,
  userSettings,
} from '../../src/model/accounts/user-settings.ts';
import { compiledTexts, textLanguages } from '../../src/texts/language-files.mjs';
import { loadTexts } from '../../web/i18n/texts.ts';
import { sections } from '../../web/settings/controls.ts';
import { listedSettings } from '../../web/settings/listed-settings.ts';
import { newAccountLabels } from '../../web/settings/new-account-labels.ts';

/** Settings for other clients only, with the reason why they have no control. */
const without: { readonly [name in UserSettingName]?: string } = {
  web_channel_default_view: 'a channel always opens in the same view',
  web_suggest_update_timezone: 'times are shown in the time zone of the device',
  fluid_layout_width: 'the width follows the window',
  left_side_userlist: 'the user list has one position',
  emojiset: 'emoji are those of the device',
  demote_inactive_streams: 'channels are in the order of their names',
  user_list_style: 'the user list has one style',
  web_stream_unreads_count_display_policy: 'unread messages are always counted',
  hide_ai_features: 'no feature uses language models',
  web_inbox_show_channel_folders: 'folders are always shown',
  web_left_sidebar_show_channel_folders: 'folders are always shown',
  web_left_sidebar_unreads_count_summary: 'unread messages are always counted',
  web_navigate_to_sent_message: 'the view does not change after sending',
  enable_marketing_emails: 'the server sends no marketing emails',
};

const displayedControls = Object.values(sections)
  .flat()
  .flatMap(({ controls }) => controls);
const names = displayedControls.map(({ name }) => name);

test('every personal setting with an effect is displayed once', () => {
  const accepted = Object.keys(userSettings).filter((name) => !Object.hasOwn(without, name));
  assert.deepEqual([...names].sort(), accepted.sort());
});

test('every default for new accounts with an effect is included', () => {
  const missing = settingsWithDefault.filter(
    (name) => !Object.hasOwn(without, name) && !names.some((one) => one === name),
  );
  assert.deepEqual(missing, []);
});

test('the offered values are accepted by the server, and short lists are complete', () => {
  for (const control of displayedControls) {
    assert.ok(isUserSetting(control.name), control.name);
    const { codec } = userSettings[control.name];
    const values: readonly unknown[] =
      control.kind === 'check' ? [true, false] : control.options.map(({ value }) => value);
    for (const value of values)
      assert.doesNotThrow(() => codec.decode(value, control.name), `${control.name} ${value}`);
    if (control.kind === 'choice' && Array.isArray(codec.schema.enum))
      assert.deepEqual([...values].sort(), [...codec.schema.enum].sort(), control.name);
  }
});

test('no two settings that are found by name have the same name', async () => {
  await loadTexts('secondary');
  const found = listedSettings().map(({ name, section }) => `${section}: ${name}`);
  assert.deepEqual([...new Set(found)], found);
});

test('the defaults for new accounts are described in the third person', () => {
  for (const texts of textLanguages().map((code) => compiledTexts(code)))
    for (const { name, label } of displayedControls) {
      if (!settingsWithDefault.some((one) => one === name)) continue;
      const text = String(texts[newAccountLabels[name] ?? label] ?? '');
      assert.ok(text.length > 1, name);
      assert.doesNotMatch(
        text,
        /(?<!\p{L})(?:you|your|Sie|Ihnen|Ihre?|vous|votre|vos|tú|tus?|te|ti)(?!\p{L})/u,
        name,
      );
    }
});
