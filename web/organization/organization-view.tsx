// The screen of the organization: a list of sections, and the selected one. Everyone sees its profile;
// sections for administrators are offered only to them.

import { type ComponentType, Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.tsx';
import { lazy } from '../components/lazy.tsx';
import { loadAdministration } from '../components/lazy-chunks.ts';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { Exports } from './exports.tsx';
import { type SectionName, type SectionProps, sectionGroups, sectionOf, sectionsFor } from './sections.ts';

const section = (load: () => Promise<ComponentType<SectionProps>>) => lazy(load, loadAdministration);

/** The component of each section. */
const views: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  profile: section(async () => (await import('./settings/profile-page.tsx')).ProfilePage),
  people: section(async () => (await import('./people/people-section.tsx')).PeopleSection),
  bots: section(async () => (await import('./bots/bots-section.tsx')).BotsSection),
  groups: section(async () => (await import('./groups/groups-section.tsx')).GroupsSection),
  channels: section(async () => (await import('./channels/channels-section.tsx')).ChannelsSection),
  newcomers: section(async () => (await import('./channels/newcomers-section.tsx')).NewcomersSection),
  joining: section(async () => (await import('./settings/setting-pages.tsx')).JoiningPage),
  permissions: section(async () => (await import('./settings/setting-pages.tsx')).PermissionsPage),
  messages: section(async () => (await import('./settings/setting-pages.tsx')).MessagesPage),
  retention: section(async () => (await import('./settings/retention-page.tsx')).RetentionPage),
  notices: section(async () => (await import('./settings/setting-pages.tsx')).NoticesPage),
  programs: section(async () => (await import('./settings/setting-pages.tsx')).ProgramsPage),
  emoji: section(async () => (await import('./lists/emoji-page.tsx')).EmojiPage),
  linkifiers: section(async () => (await import('./lists/linkifiers-page.tsx')).LinkifiersPage),
  playgrounds: section(async () => (await import('./lists/playgrounds-page.tsx')).PlaygroundsPage),
  fields: section(async () => (await import('./lists/fields-page.tsx')).FieldsPage),
  limits: section(async () => (await import('./limits/limits-section.tsx')).LimitsSection),
  domains: section(async () => (await import('./lists/domains-page.tsx')).DomainsPage),
  mail: section(async () => (await import('./lists/mail-page.tsx')).MailPage),
  audit: section(async () => (await import('./audit/audit-section.tsx')).AuditSection),
  exports: Exports,
  deactivation: section(async () => (await import('./lists/deactivation-page.tsx')).DeactivationPage),
};

interface SectionsProps {
  readonly offered: readonly SectionName[];
  readonly chosen: SectionName;
}

/** The sections as links under headings; on phones as a select field. */
function Sections({ offered, chosen }: SectionsProps) {
  const { go } = useActions();
  const groups = sectionGroups(offered);
  const link = (name: SectionName) => (
    <a
      key={name}
      href={`#organization/${name}`}
      {...(name === chosen && { 'aria-current': 'page' as const })}
    >
      {t(`sections.${name}`)}
    </a>
  );
  const option = (name: SectionName) => (
    <option key={name} value={name}>
      {t(`sections.${name}`)}
    </option>
  );
  return (
    <nav class="grouped" aria-label={t('settings.sections')}>
      {link('profile')}
      {groups.map(({ title, names }) => (
        <Fragment key={title}>
          <p>{t(title)}</p>
          {names.map(link)}
        </Fragment>
      ))}
      <select
        class="input"
        aria-label={t('settings.sections')}
        value={chosen}
        onChange={(event) => go(`#organization/${event.currentTarget.value}`)}
      >
        {option('profile')}
        {groups.map(({ title, names }) => (
          <optgroup key={title} label={t(title)}>
            {names.map(option)}
          </optgroup>
        ))}
      </select>
    </nav>
  );
}

export function OrganizationView({ section }: { readonly section: string }) {
  const { ownId } = useOrganization();
  const state = useOrganizationState((state) => state);
  const offered = sectionsFor(state, ownId);
  const isAdministrator = state.is_admin === true;
  const { name: chosen, rest } = sectionOf(section);
  const Section = views[chosen];
  const page = useRef<HTMLDivElement>(null);
  // A new section starts at its top.
  useLayoutEffect(() => {
    page.current?.scrollTo(0, 0);
    page.current?.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div ref={page} class="settings">
      <Sections offered={offered} chosen={chosen} />
      <div class="settings-form">
        <h2>{t(`sections.${chosen}`)}</h2>
        {offered.includes(chosen) ? (
          <Section rest={rest} />
        ) : (
          <EmptyState
            icon="lock"
            title={t(isAdministrator ? 'organization.onlyOwners' : 'organization.onlyAdministrators')}
          />
        )}
      </div>
    </div>
  );
}
