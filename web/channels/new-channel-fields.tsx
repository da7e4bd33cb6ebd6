// The fields of a new channel that decide who learns of it: its first subscribers, and the announcement.

import { announce } from '../components/announce.ts';
import { Button, IconButton } from '../components/button.tsx';
import { PersonField } from '../forms/person-field.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { channelIn } from '../store/directory.ts';
import { personName } from '../store/names.ts';
import { everyoneElse, mayAddOthers, suggestedPeople } from './new-channel-people.ts';

const FIELD_ID = 'first-subscriber';

/** The people that a new channel begins with, besides its creator. */
export interface FirstSubscribers {
  /** Instead of the chosen people. */
  readonly isEveryone: boolean;
  readonly ids: readonly number[];
}

interface SubscriberFieldsProps {
  readonly chosen: FirstSubscribers;
  /** Whether everyone is offered. */
  readonly isForEveryone: boolean;
  readonly onChange: (chosen: FirstSubscribers) => void;
}

export function SubscriberFields({ chosen, isForEveryone, onChange }: SubscriberFieldsProps) {
  const { ownId } = useOrganization();
  const state = useTrackedState();
  if (!mayAddOthers(state, ownId)) return null;
  const count = isForEveryone ? everyoneElse(state, ownId).length : 0;
  const { isEveryone, ids } = chosen;
  const suggested = suggestedPeople(state, ownId, ids);
  const add = (id: number) => onChange({ isEveryone, ids: [...ids, id] });
  function addSuggested(id: number) {
    add(id);
    announce(t('groupScreens.added', { name: personName(state, id) }));
    // The button disappears.
    document.getElementById(FIELD_ID)?.focus();
  }
  return (
    <fieldset class="choice">
      <legend>{t('channelSettings.firstSubscribers')}</legend>
      {count > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={isEveryone}
            onChange={(event) => onChange({ ids, isEveryone: event.currentTarget.checked })}
          />
          {t('channelSettings.addEveryone', { count })}
        </label>
      )}
      {!(isEveryone && count > 0) && (
        <>
          {ids.length > 0 && (
            <ul class="chips">
              {ids.map((id) => {
                const name = personName(state, id);
                return (
                  <li key={id} class="chip">
                    <span dir="auto">{name}</span>
                    <IconButton
                      name={t('lists.leaveOut', { name })}
                      icon="close"
                      onClick={() => onChange({ isEveryone, ids: ids.filter((other) => other !== id) })}
                    />
                  </li>
                );
              })}
            </ul>
          )}
          <PersonField
            id={FIELD_ID}
            label={t('groupScreens.addPerson')}
            without={new Set([ownId, ...ids])}
            onChoose={add}
          />
          {suggested.length > 0 && (
            <div class="buttons">
              {suggested.map((id) => (
                <Button key={id} icon="add" onClick={() => addSuggested(id)}>
                  {personName(state, id)}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

interface AnnouncementProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether the channel is announced where the organization announces channels; administrators can choose where. */
export function AnnouncementField({ isOn, onChange }: AnnouncementProps) {
  const state = useTrackedState();
  const channel = channelIn(state, state.realm_new_stream_announcements_stream_id ?? -1);
  if (!channel || channel.is_archived) {
    if (state.is_admin !== true) return null;
    return (
      <a href="#organization/notices/new_stream_announcements_stream_id">
        {t('channelSettings.announcedNowhere')}
      </a>
    );
  }
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {t('channelSettings.announceIn', { channel: `#${channel.name}` })}
    </label>
  );
}
