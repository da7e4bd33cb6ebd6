// A task list: everyone who can read it may tick and add tasks.

import { useState } from 'preact/hooks';
import { NeedsServer } from '../../components/needs-server.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { newTask, type TaskList } from '../../store/task-list.ts';
import { Heading } from './heading.tsx';
import { postSubmessage } from './post-submessage.ts';

interface Props {
  readonly message: Message;
  readonly list: TaskList;
}

const emptyTask = { text: '', description: '' };

function AddTask({ message }: Pick<Props, 'message'>) {
  const organization = useOrganization();
  const [input, setInput] = useState(emptyTask);
  const sending = useSubmission();
  const added = newTask(message, organization.ownId, input);
  async function add() {
    if (added && (await postSubmessage(organization, message, added))) setInput(emptyTask);
  }
  return (
    <SubmitForm class="widget-add" sending={sending} isReady={added !== undefined} onSend={add}>
      <input
        class="input"
        aria-label={t('widgets.newTask')}
        placeholder={t('widgets.newTask')}
        maxLength={1000}
        value={input.text}
        onInput={(event) => setInput({ ...input, text: event.currentTarget.value })}
      />
      <input
        class="input"
        aria-label={t('widgets.taskDescription')}
        placeholder={t('widgets.taskDescription')}
        maxLength={1000}
        value={input.description}
        onInput={(event) => setInput({ ...input, description: event.currentTarget.value })}
      />
      <SubmitButton sending={sending} kind="plain" isReady={added !== undefined}>
        {t('widgets.add')}
      </SubmitButton>
    </SubmitForm>
  );
}

export function TaskListWidget({ message, list }: Props) {
  const organization = useOrganization();
  const { ownId, isAnonymous } = organization;
  const strike = (key: string) => postSubmessage(organization, message, { type: 'strike', key });
  return (
    <fieldset aria-label={t('widgets.todo')}>
      <Heading
        text={list.title || t('widgets.tasks')}
        editName={t('widgets.editTitle')}
        isEditable={message.sender_id === ownId}
        onChange={(title) => postSubmessage(organization, message, { type: 'new_task_list_title', title })}
      />
      <ul>
        {list.tasks.map(({ key, text, description, isDone }) => (
          <li key={key}>
            <NeedsServer>
              <label class="check">
                <input
                  type="checkbox"
                  checked={isDone}
                  disabled={isAnonymous}
                  onChange={({ currentTarget: box }) => {
                    void strike(key).then((isAccepted) => {
                      if (!isAccepted) box.checked = isDone;
                    });
                  }}
                />
                <span class={isDone ? 'task-done' : ''}>
                  {text} {description !== '' && <small>{description}</small>}
                </span>
              </label>
            </NeedsServer>
          </li>
        ))}
      </ul>
      {!isAnonymous && <AddTask message={message} />}
    </fieldset>
  );
}
