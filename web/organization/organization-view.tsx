// The screen of the organization: sections at the side, one of them shown. Everybody sees what it is; what administrators
// see beside that is offered to them alone.

import type { ComponentType } from 'preact';
import { Rendered } from '../link/rendered.tsx';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { administration } from '../parts/further.ts';
import { lazy } from '../parts/lazy.tsx';
import { t } from '../words/words.ts';
import { Exports } from './exports.tsx';
import { type SectionName, type SectionProps, sectionOf, sectionsFor } from './sections.ts';

function Profile() {
  const state = useOrganizationState((whole) => whole);
  const people = (state.realm_users ?? []).filter(({ is_bot: isBot }) => !isBot).length;
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  const channels = lists.flatMap((list) => list ?? []).filter(({ is_archived: isGone }) => !isGone).length;
  // One that was not uploaded is drawn by another host.
  const icon = state.realm_icon_source === 'U' ? state.realm_icon_url : undefined;
  const description = state.realm_description ?? '';
  return (
    <section class="organization-profile" aria-label={t('sections.profile')}>
      <div class="organization-name">
        {icon && <img src={icon} alt="" width={64} height={64} />}
        <h3>{state.realm_name}</h3>
      </div>
      {description === '' ? <p>{t('organization.noDescription')}</p> : <Rendered html={description} />}
      <p>
        {t('organization.people', { count: people })} · {t('organization.channels', { count: channels })}
      </p>
    </section>
  );
}

const section = (load: () => Promise<ComponentType<SectionProps>>) => lazy(load, administration);

/** What shows each section. */
const views: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  profile: Profile,
  people: section(async () => (await import('./people/people-section.tsx')).PeopleSection),
  exports: Exports,
};

export function OrganizationView({ section }: { readonly section: string }) {
  const { ownId } = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const offered = sectionsFor(state, ownId);
  const { name: chosen, rest } = sectionOf(section);
  const Section = views[chosen];
  return (
    <div class="settings">
      <nav aria-label={t('settings.sections')}>
        {offered.map((name) => (
          <a
            key={name}
            href={`#organization/${name}`}
            {...(name === chosen && { 'aria-current': 'page' as const })}
          >
            {t(`sections.${name}`)}
          </a>
        ))}
      </nav>
      <div class="settings-form">
        <h2>{t(`sections.${chosen}`)}</h2>
        {offered.includes(chosen) ? (
          <Section rest={rest} />
        ) : (
          <EmptyState icon="lock" text={t('organization.onlyAdministrators')} />
        )}
      </div>
    </div>
  );
}
