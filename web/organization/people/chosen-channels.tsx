// The channels and groups that new accounts join, with fields to choose more.

import type { UserGroup } from '../../../client/state/state.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icon-names.ts';
import { ChannelField } from '../../forms/channel-field.tsx';
import { MemberField } from '../../forms/member-field.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { channelName } from '../../store/names.ts';

interface ChosenProps {
  readonly icon: IconName;
  readonly chosen: readonly { readonly id: number; readonly name: string }[];
  readonly onRemove: (id: number) => void;
}

function Chosen({ icon, chosen, onRemove }: ChosenProps) {
  if (chosen.length === 0) return null;
  return (
    <ul class="chips">
      {chosen.map(({ id, name }) => (
        <li key={id} class="chip">
          <Icon name={icon} />
          <span dir="auto">{name}</span>
          <IconButton name={t('lists.leaveOut', { name })} icon="close" onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}

export interface ChosenIdsProps {
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

export function ChosenChannels({ ids, onChange }: ChosenIdsProps) {
  const { state } = useOrganization();
  const groups = useOrganizationState((state) => state.realm_default_stream_groups) ?? [];
  return (
    <fieldset class="choice">
      <legend>{t('invitations.channels')}</legend>
      <Chosen
        icon="channel"
        chosen={ids.map((id) => ({ id, name: channelName(state, id) }))}
        onRemove={(id) => onChange(ids.filter((other) => other !== id))}
      />
      <ChannelField
        label={t('invitations.addChannel')}
        isOffered={({ stream_id: id }) => !ids.includes(id)}
        onChoose={(id) => onChange([...ids, id])}
      />
      {groups.length > 0 && (
        <div class="buttons">
          {groups
            .filter(({ streams }) => streams.some((id) => !ids.includes(id)))
            .map(({ id, name, streams }) => (
              <Button key={id} icon="add" onClick={() => onChange([...new Set([...ids, ...streams])])}>
                {t('invitations.channelsOf', { name })}
              </Button>
            ))}
        </div>
      )}
    </fieldset>
  );
}

export function ChosenGroups({
  ids,
  onChange,
  offered,
}: ChosenIdsProps & { readonly offered: readonly UserGroup[] }) {
  if (offered.length === 0) return null;
  return (
    <fieldset class="choice">
      <legend>{t('invitations.groups')}</legend>
      <Chosen
        icon="people"
        chosen={offered.filter(({ id }) => ids.includes(id))}
        onRemove={(id) => onChange(ids.filter((other) => other !== id))}
      />
      <MemberField
        label={t('groupScreens.addGroup')}
        placeholder={t('groupScreens.addGroup')}
        groups={offered}
        hasPeople={false}
        isChosen={({ id }) => ids.includes(id)}
        onChoose={({ id }) => onChange([...ids, id])}
      />
    </fieldset>
  );
}
