// The frame of the personal settings and of the organization's screen: a list of sections, and the selected one. On phones
// each is a page of its own.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { FindSetting } from '../forms/find-setting.tsx';
import type { ListedSetting } from '../forms/listed-setting.ts';
import { useShownSetting } from '../forms/show-setting.ts';
import { t } from '../i18n/texts.ts';

export interface SettingsPageProps {
  /** The settings that the field above the sections finds. */
  readonly listedSettings: () => readonly ListedSetting[];
  /** Links to the sections. */
  readonly sections: ComponentChildren;
  /** Whether the address names no section: phones then show the list of sections. */
  readonly isList: boolean;
  /** Identifies the selected section: another one starts at its top. */
  readonly selected: string;
  /** The setting that the address names, or an empty text. */
  readonly setting: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

export function SettingsPage(props: SettingsPageProps) {
  const { listedSettings, sections, isList, selected, setting, title, children } = props;
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    page.current?.scrollTo(0, 0);
    page.current?.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  useShownSetting(page, setting);
  return (
    <div ref={page} class={`settings ${isList ? 'at-list' : ''}`}>
      <nav aria-label={t('settings.sections')}>
        <FindSetting settings={listedSettings}>{sections}</FindSetting>
      </nav>
      <div class="settings-form">
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

export interface SectionLinkProps {
  readonly address: string;
  readonly name: string;
  readonly isSelected: boolean;
}

export function SectionLink({ address, name, isSelected }: SectionLinkProps) {
  return (
    <a href={address} {...(isSelected && { 'aria-current': 'page' as const })}>
      {name}
      <Icon name="next" />
    </a>
  );
}
