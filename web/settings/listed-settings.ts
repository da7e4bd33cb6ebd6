// The personal settings that can be found by name.

import type { ListedSetting } from '../forms/listed-setting.ts';
import { type Key, t } from '../i18n/texts.ts';
import { notificationKinds, type SectionName, sections } from './controls.ts';
import { type SettingSection, settingSections } from './setting-sections.ts';

const inTable: ReadonlySet<string> = new Set(notificationKinds.flatMap(({ settings }) => settings));

/** The parts of sections that are more than settings. */
const parts: readonly (readonly [SettingSection, Key])[] = [
  ['profile', 'profile.name'],
  ['profile', 'profile.picture'],
  ['profile', 'profile.fields'],
  ['notifications', 'quiet.title'],
  ['notifications', 'alertWords.title'],
  ['muting', 'mutes.people'],
  ['muting', 'mutes.channels'],
  ['muting', 'mutes.topics'],
  ['notifications', 'pushSubscriptions.title'],
  ['security', 'login.email'],
  ['security', 'login.password'],
  ['security', 'factor.title'],
  ['security', 'sessions.active'],
];

function sectionText(section: SettingSection): string {
  return t(`settings.${section}`);
}

function controlsOf(section: SectionName): ListedSetting[] {
  const controls = sections[section].flatMap((group) => group.controls);
  return controls
    .filter(({ name }) => !inTable.has(name))
    .map(({ name, label }) => ({
      key: name,
      name: t(label as 'settings.theme'),
      section: sectionText(section),
      address: `#settings/${section}/${name}`,
    }));
}

/** The sections, their settings, and what else they contain. */
export function listedSettings(): ListedSetting[] {
  const entry = (section: SettingSection, key: string, name: string): ListedSetting => ({
    key,
    name,
    section: key === section ? t('settings.title') : sectionText(section),
    address: `#settings/${section}`,
  });
  return [
    ...settingSections.map((section) => entry(section, section, sectionText(section))),
    ...notificationKinds.map(({ title }) => entry('notifications', title, t(title as 'settings.sounds'))),
    ...parts.map(([section, key]) => entry(section, key, t(key as 'profile.name'))),
    ...(Object.keys(sections) as SectionName[]).flatMap(controlsOf),
  ];
}
