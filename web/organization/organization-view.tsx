// The screen of the organization: a list of sections, and the selected one. Everyone sees its profile;
// sections for administrators are offered only to them.

import { type ComponentType, Fragment } from 'preact';
import { EmptyState } from '../components/empty-state.tsx';
import { lazy } from '../components/lazy.tsx';
import { loadAdministration } from '../components/lazy-chunks.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { SectionLink, SettingsPage } from '../settings/settings-page.tsx';
import { Exports } from './exports.tsx';
import { listedOrganizationSettings } from './listed-organization-settings.ts';
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
  readonly chosenSection: SectionName;
}

/** The sections as links under headings. */
function Sections({ offered, chosenSection }: SectionsProps) {
  const link = (name: SectionName) => (
    <SectionLink
      key={name}
      address={`#organization/${name}`}
      name={t(`sections.${name}`)}
      isSelected={name === chosenSection}
    />
  );
  return (
    <>
      {link('profile')}
      {sectionGroups(offered).map(({ title, names }) => (
        <Fragment key={title}>
          <p>{t(title)}</p>
          {names.map(link)}
        </Fragment>
      ))}
    </>
  );
}

export function OrganizationView({ section }: { readonly section: string }) {
  const { ownId } = useOrganization();
  const state = useTrackedState();
  const offered = sectionsFor(state, ownId);
  const { name: chosenName, rest } = sectionOf(section);
  const Section = views[chosenName];
  return (
    <SettingsPage
      listedSettings={() => listedOrganizationSettings(state, ownId)}
      sections={<Sections offered={offered} chosenSection={chosenName} />}
      isList={section === ''}
      selected={chosenName}
      setting={rest}
      title={t(`sections.${chosenName}`)}
    >
      {offered.includes(chosenName) ? (
        <Section rest={rest} />
      ) : (
        <EmptyState
          icon="lock"
          title={t(state.is_admin ? 'organization.onlyOwners' : 'organization.onlyAdministrators')}
        />
      )}
    </SettingsPage>
  );
}
