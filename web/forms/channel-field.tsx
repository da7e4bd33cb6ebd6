// A field that finds a channel by name.

import { useState } from 'preact/hooks';
import { Combobox } from '../components/combobox.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { rankMatches } from '../lib/ranking.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { activeChannels, type KnownChannel } from '../store/directory.ts';

export interface ChannelFieldProps {
  readonly label: string;
  readonly isOffered: (channel: KnownChannel) => boolean;
  readonly onChoose: (channelId: number) => void;
}

const MAX_OFFERED = 8;

export function ChannelField({ label, isOffered, onChoose }: ChannelFieldProps) {
  const [typed, setTyped] = useState('');
  const channels = useOrganizationState(activeChannels);
  return (
    <Combobox
      label={label}
      value={typed}
      items={rankMatches(channels.filter(isOffered), typed, {
        namesOf: ({ name }) => [name],
        limit: MAX_OFFERED,
      })}
      keyOf={({ stream_id: id }) => String(id)}
      show={(channel) => (
        <>
          <Icon name={channelIcon(channel)} />
          <span class="label">{channel.name}</span>
        </>
      )}
      onInput={setTyped}
      onChoose={({ stream_id: id }) => {
        setTyped('');
        onChoose(id);
      }}
    />
  );
}
