// The topics with a setting of their own: muted, followed, or unmuted in a muted channel. They can be filtered by channel,
// changed, and reset.

import { useState } from 'preact/hooks';
import { TopicVisibility } from '../../client/state/topics.ts';
import { IconButton } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { setTopicPolicy, type TopicPolicy } from '../data/set-topic-policy.ts';
import { showMuteDialog } from '../forms/mute-dialog.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { channelName, topicName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { MuteEnd } from './mute-line.tsx';
import { channelsOfTopics, shownTopics, type TopicSetting } from './topic-settings.ts';

const policies = [
  ['mutes.isMuted', TopicVisibility.muted],
  ['mutes.isUnmuted', TopicVisibility.unmuted],
  ['mutes.isFollowed', TopicVisibility.followed],
] as const;

function TopicLine({ topic }: { readonly topic: TopicSetting }) {
  const organization = useOrganization();
  const state = useTrackedState();
  const { stream_id: channelId, topic_name, visibility_policy: policy, muted_until: until } = topic;
  const target = { kind: 'topic', channelId, topic: topic_name } as const;
  const name = topicName(topic_name);
  async function choose(select: HTMLSelectElement) {
    const isAccepted = await setTopicPolicy(organization, target, Number(select.value) as TopicPolicy);
    // The line is not rendered again, since its setting did not change.
    if (!isAccepted) select.value = String(policy);
  }
  return (
    <li class="setting-row line">
      <a class="label" href={addressOf(target, state)}>
        {channelName(state, channelId)} › {name}
      </a>
      <MuteEnd until={until} />
      {policy === TopicVisibility.muted && (
        <IconButton
          needsServer
          icon="clock"
          name={t('mutes.changeEnd', { name })}
          onClick={() => showMuteDialog(organization, target)}
        />
      )}
      <NeedsServer>
        <select
          class="input of-line"
          aria-label={t('mutes.settingOf', { name })}
          value={policy}
          onChange={({ currentTarget }) => void choose(currentTarget)}
        >
          {policies.map(([label, value]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      </NeedsServer>
      <IconButton
        needsServer
        icon="close"
        name={t('mutes.reset', { name })}
        onClick={() => void setTopicPolicy(organization, target, TopicVisibility.inherit)}
      />
    </li>
  );
}

export function TopicsSection() {
  const state = useTrackedState();
  const topics = state.user_topics ?? [];
  const [chosenId, setChosenId] = useState<number>();
  const channels = channelsOfTopics(state, topics);
  // The last topic of the chosen channel may have been reset.
  const channelId = channels.find(({ id }) => id === chosenId)?.id;
  const topicsToShow = shownTopics(state, topics, channelId);
  return (
    <section aria-label={t('mutes.topics')}>
      <h3>{t('mutes.topics')}</h3>
      <p class="soft">{topics.length > 0 ? t('mutes.topicsHelp') : t('mutes.noTopics')}</p>
      {channels.length > 1 && (
        <label class="field">
          <span>{t('mutes.channel')}</span>
          <select
            class="input"
            value={channelId ?? ''}
            onChange={({ currentTarget }) => setChosenId(Number(currentTarget.value) || undefined)}
          >
            <option value="">{t('mutes.allChannels')}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {topicsToShow.length > 0 && (
        <ul class="settings-card setting-lines">
          {topicsToShow.map((topic) => (
            <TopicLine key={`${topic.stream_id} ${topic.topic_name}`} topic={topic} />
          ))}
        </ul>
      )}
    </section>
  );
}
