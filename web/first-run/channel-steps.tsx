// The steps about channels: administrators create some, everyone else chooses theirs.

import { subscribe } from '../channels/channel-actions.ts';
import { CreateChannel } from '../channels/create-channel.tsx';
import { everyoneElse } from '../channels/new-channel-people.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { activeChannels } from '../store/directory.ts';
import { channelsToJoin } from './first-steps.ts';
import type { StepProps } from './personal-steps.tsx';
import { StepRow } from './step-row.tsx';

const suggested = ['announcements', 'projects', 'help'] as const;
const SHOWN_CHANNELS = 8;

/** Creates suggested channels with one press, and others with the dialog. */
export function CreateStep(props: StepProps) {
  const organization = useOrganization();
  const { client, ownId } = organization;
  const channels = useOrganizationState(activeChannels);
  const present = new Set(channels.map(({ name }) => name.toLowerCase()));
  /** Default channels are for everyone: for those who are here already, too. */
  function create(name: string) {
    const others = everyoneElse(organization.state, ownId);
    return attempt(
      client.call('create-channel', {
        name,
        subscribers: [ownId, ...others],
        is_default_stream: true,
        announce: false,
      }),
    );
  }
  const names = suggested.map((key) => t(`firstRun.${key}`));
  return (
    <StepRow
      {...props}
      title={t('firstRun.create')}
      text={t('firstRun.createText')}
      buttons={
        <Button
          onClick={() =>
            showDialog((close) => <CreateChannel organization={organization} isListed onClose={close} />)
          }
        >
          {t('firstRun.createOther')}
        </Button>
      }
    >
      <ul class="step-channels">
        {channels
          .filter(({ creator_id }) => creator_id !== null)
          .slice(0, SHOWN_CHANNELS)
          .map(({ stream_id, name }) => (
            <li key={stream_id} class="step-channel">
              <Icon name="channel" />
              <bdi>{name}</bdi>
            </li>
          ))}
        {names
          .filter((name) => !present.has(name.toLowerCase()))
          .map((name) => (
            <li key={name}>
              <Button
                icon="add"
                needsServer
                aria-label={t('firstRun.createNamed', { name })}
                onClick={() => create(name)}
              >
                {name}
              </Button>
            </li>
          ))}
      </ul>
    </StepRow>
  );
}

export function JoinStep(props: StepProps) {
  const organization = useOrganization();
  const channels = useOrganizationState(
    (state) =>
      channelsToJoin(state)
        .slice(0, SHOWN_CHANNELS)
        .map(({ stream_id, name }) => ({ stream_id, name })),
    isEqual,
  );
  return (
    <StepRow
      {...props}
      title={t('firstRun.join')}
      text={t('firstRun.joinText')}
      buttons={
        <a class="button" href="#channels/all">
          {t('firstRun.allChannels')}
        </a>
      }
    >
      {channels.length > 0 && (
        <ul class="step-channels">
          {channels.map(({ stream_id, name }) => (
            <li key={stream_id}>
              <Button
                icon="add"
                needsServer
                aria-label={t('firstRun.joinNamed', { name })}
                onClick={() => subscribe(organization, name)}
              >
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </StepRow>
  );
}
