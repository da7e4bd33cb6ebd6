// Tabs for the lists of a section, each with an address of its own.

import { currentLocale } from '../../i18n/texts.ts';

export interface Tab<K extends string> {
  readonly key: K;
  readonly title: string;
  readonly count?: number | undefined;
}

export interface TabsProps<K extends string> {
  readonly name: string;
  readonly chosen: K;
  readonly tabs: readonly Tab<K>[];
  readonly addressOf: (key: K) => string;
}

export function Tabs<K extends string>({ name, chosen, tabs, addressOf }: TabsProps<K>) {
  return (
    <nav class="list-tabs" aria-label={name}>
      {tabs.map(({ key, title, count }) => (
        <a key={key} href={addressOf(key)} {...(key === chosen && { 'aria-current': 'page' as const })}>
          {title}
          {count !== undefined && <small>{count.toLocaleString(currentLocale())}</small>}
        </a>
      ))}
    </nav>
  );
}
