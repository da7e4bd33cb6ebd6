// The field above a list of sections that finds settings by name.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isEscapeKey } from '../components/field-keys.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import type { ListedSetting } from './listed-setting.ts';

const MAX_FOUND = 12;

export interface FindSettingProps {
  readonly settings: () => readonly ListedSetting[];
  /** The sections, shown while nothing is typed. */
  readonly children: ComponentChildren;
}

export function FindSetting({ settings, children }: FindSettingProps) {
  const [text, setText] = useState('');
  const words = text.trim();
  const found =
    words === '' ? [] : rankMatches(settings(), words, { namesOf: ({ name }) => [name], limit: MAX_FOUND });
  function onKeyDown(event: KeyboardEvent) {
    if (isEscapeKey(event) && text !== '') setText('');
    else if (event.key === 'Enter' && found[0]) location.hash = found[0].address;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      <input
        class="input find-setting"
        type="search"
        aria-label={t('moreSettings.find')}
        placeholder={t('moreSettings.find')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="section-links">
        {words === '' && children}
        {found.map(({ key, name, section, address }) => (
          <a key={`${address} ${key}`} href={address}>
            <span>
              {name} <small>{section}</small>
            </span>
          </a>
        ))}
      </div>
      {words !== '' && (
        <p class={found.length > 0 ? 'only-spoken' : 'soft'} role="status">
          {found.length === 0 ? t('palette.nothing') : t('moreSettings.found', { count: found.length })}
        </p>
      )}
    </>
  );
}
