// The matches of the text in the sidebar's field.

import { useRef } from 'preact/hooks';
import { Count, countText, describedBy } from '../components/count.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { channelIcon, channelPrivacy } from '../store/channel-icon.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import { addressOfCandidate, type GoToCandidate } from './go-to-candidates.ts';
import { type GoToSection, goToSections } from './go-to-model.ts';
import { viewIcons, viewLines } from './sidebar-model.ts';

function iconOf(line: Exclude<GoToCandidate, { kind: 'person' }>): IconName {
  if (line.kind === 'view') return viewIcons[line.view];
  if (line.kind === 'topic') return 'message';
  return channelIcon(line.channel);
}

/** What only the icon of a line shows. */
function aboutOf(line: GoToCandidate): string {
  return line.kind === 'channel' ? channelPrivacy(line.channel) : '';
}

function titleOf({ kind }: GoToSection): string {
  if (kind === 'view') return t('frame.views');
  if (kind === 'person') return t('frame.people');
  return kind === 'channel' ? t('frame.channels') : t('frame.topics');
}

export interface FoundListProps {
  readonly query: string;
  readonly onLeave: () => void;
}

export function FoundList({ query, onLeave: onGone }: FoundListProps) {
  const { topics, state } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  const sections = useOrganizationState((state) => {
    const counts = unreadCounts(state);
    const views = viewLines(undefined, { counts, starred: 0 }, state.navigation_views ?? []);
    return goToSections(query, { state, counts, views, knownTopics: (id) => topics.cached(id) });
  }, isEqual);
  if (sections.length === 0) return <p class="nothing-found">{t('common.none')}</p>;
  return (
    <>
      {sections.map((section) => (
        <section key={section.kind}>
          <h2>{titleOf(section)}</h2>
          <ul>
            {section.lines.map((line) => (
              <li key={line.key}>
                <a
                  class={`side-line found ${line.count > 0 ? 'unread' : ''}`}
                  href={addressOfCandidate(line, state)}
                  onClick={onGone}
                  {...describedBy(aboutOf(line), countText(line.count))}
                >
                  {line.kind === 'person' ? <DirectPicture ids={line.ids} /> : <Icon name={iconOf(line)} />}
                  <span class="name">
                    {line.name}
                    {line.kind === 'topic' && <small> {line.channel}</small>}
                  </span>
                  <Count count={line.count} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
