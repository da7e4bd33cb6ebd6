// The channels of the sidebar, by folder, with the topics of the open one.

import { Icon } from '../components/icon.tsx';
import { t } from '../i18n/texts.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { topicName } from '../store/names.ts';
import { SidebarLine } from './sidebar-line.tsx';
import type { ChannelLine, ChannelSection } from './sidebar-model.ts';

function titleOf({ title }: ChannelSection): string {
  if (title.kind === 'folder') return title.name;
  if (title.kind === 'pinned') return t('shell.pinned');
  return title.kind === 'all' ? t('shell.channels') : t('shell.otherChannels');
}

function Topics({ line }: { readonly line: ChannelLine }) {
  return (
    <ul>
      {line.topics.map((topic) => (
        <li key={topic.key}>
          <SidebarLine line={topic} isInChannel isMuted={topic.isMuted} class="topic">
            <span class={topic.topic === '' ? 'name general' : 'name'} dir="auto">
              {topicName(topic.topic)}
            </span>
          </SidebarLine>
        </li>
      ))}
      {line.hasMore && (
        <li>
          <a class="side-line topic more" href={line.topicsAddress}>
            <span class="name">{t('shell.moreTopics')}</span>
          </a>
        </li>
      )}
    </ul>
  );
}

export function ChannelSections({ sections }: { readonly sections: readonly ChannelSection[] }) {
  return (
    <>
      {sections.map((section) => (
        <section key={section.key}>
          <h2>{titleOf(section)}</h2>
          <ul>
            {section.channels.map((line) => (
              <li key={line.key}>
                <SidebarLine line={line} isInChannel isMuted={line.isMuted}>
                  <span class="mark" style={{ '--channel': line.channel.color }}>
                    <Icon name={channelIcon(line.channel)} />
                  </span>
                  <span class="name" dir="auto">
                    {line.channel.name}
                  </span>
                  {line.isMuted && <Icon name="mute" />}
                </SidebarLine>
                {line.topics.length > 0 && <Topics line={line} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
