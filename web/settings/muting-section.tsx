// The section of the settings with what the viewer has muted: people, direct conversations, channels, and topics with a
// setting of their own.

import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { changeMute } from '../data/change-mute.ts';
import { ChannelField } from '../forms/channel-field.tsx';
import { PersonField } from '../forms/person-field.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { channelIcon } from '../store/channel-icon.ts';
import { mutedDirect } from '../store/muted-direct.ts';
import { peopleNames, personName } from '../store/names.ts';
import { MuteLine } from './mute-line.tsx';
import { TopicsSection } from './topics-section.tsx';

function MutedPeople() {
  const organization = useOrganization();
  const { ownId } = organization;
  const state = useTrackedState();
  const muted = state.muted_users ?? [];
  return (
    <section aria-label={t('mutes.people')}>
      <h3>{t('mutes.people')}</h3>
      <p class="soft">{t('mutes.peopleHelp')}</p>
      {muted.length > 0 && (
        <ul class="settings-card setting-lines">
          {muted.map(({ id, muted_until }) => (
            <MuteLine
              key={id}
              target={{ kind: 'person', personId: id }}
              name={personName(state, id)}
              until={muted_until}
            >
              <Avatar
                id={id}
                name={personName(state, id)}
                url={state.realm_users?.find(({ user_id }) => user_id === id)?.avatar_url}
                size="small"
              />
            </MuteLine>
          ))}
        </ul>
      )}
      <NeedsServer>
        <PersonField
          id="person-to-mute"
          label={t('mutes.addPerson')}
          without={new Set([ownId, ...muted.map(({ id }) => id)])}
          onChoose={(personId) => {
            void changeMute(organization, { kind: 'person', personId }, { until: null });
            // The status line reports it.
            return false;
          }}
        />
      </NeedsServer>
    </section>
  );
}

function MutedDirect() {
  const state = useTrackedState();
  const muted = [...mutedDirect(state)];
  return (
    <section aria-label={t('mutes.direct')}>
      <h3>{t('mutes.direct')}</h3>
      <p class="soft">{t(muted.length > 0 ? 'mutes.directHelp' : 'mutes.noDirect')}</p>
      {muted.length > 0 && (
        <ul class="settings-card setting-lines">
          {muted.map(([key, until]) => {
            const ids = key.split(',').map(Number);
            return (
              <MuteLine
                key={key}
                target={{ kind: 'direct', ids }}
                name={peopleNames(state, ids)}
                until={until}
              >
                <DirectPicture ids={ids} />
              </MuteLine>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function MutedChannels() {
  const organization = useOrganization();
  const subscriptions = useOrganizationState(({ subscriptions }) => subscriptions) ?? [];
  const muted = subscriptions.filter(({ is_muted }) => is_muted).sort((a, b) => a.name.localeCompare(b.name));
  const unmutedIds = new Set(
    subscriptions.filter(({ is_muted }) => !is_muted).map(({ stream_id }) => stream_id),
  );
  return (
    <section aria-label={t('mutes.channels')}>
      <h3>{t('mutes.channels')}</h3>
      <p class="soft">{t('mutes.channelsHelp')}</p>
      {muted.length > 0 && (
        <ul class="settings-card setting-lines">
          {muted.map((channel) => (
            <MuteLine
              key={channel.stream_id}
              target={{ kind: 'channel', channelId: channel.stream_id }}
              name={channel.name}
              until={channel.muted_until}
            >
              <Icon name={channelIcon(channel)} />
            </MuteLine>
          ))}
        </ul>
      )}
      <NeedsServer>
        <ChannelField
          label={t('mutes.addChannel')}
          isOffered={({ stream_id }) => unmutedIds.has(stream_id)}
          onChoose={(channelId) =>
            void changeMute(organization, { kind: 'channel', channelId }, { until: null })
          }
        />
      </NeedsServer>
    </section>
  );
}

export function MutingSection() {
  return (
    <>
      <MutedPeople />
      <MutedDirect />
      <MutedChannels />
      <TopicsSection />
    </>
  );
}
