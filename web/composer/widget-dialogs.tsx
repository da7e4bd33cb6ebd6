// The dialogs that create polls and task lists, which are sent separately from the composer's text.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { showDialog } from '../components/overlays.tsx';
import { LocalError } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { sendBy } from '../data/outbox-of.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { t } from '../i18n/texts.ts';
import type { Destination } from '../lib/destination.ts';
import { pollText } from '../store/poll.ts';
import { taskListText } from '../store/task-list.ts';
import { sendingObstacle } from './texts.ts';

interface DialogContext {
  readonly organization: Organization;
  readonly destination: Destination;
  readonly onClose: () => void;
}

export function showPollDialog(organization: Organization, destination: Destination): void {
  showDialog((close) => <PollDialog organization={organization} destination={destination} onClose={close} />);
}

export function showTodoDialog(organization: Organization, destination: Destination): void {
  showDialog((close) => <TodoDialog organization={organization} destination={destination} onClose={close} />);
}

interface FrameProps extends DialogContext {
  readonly title: string;
  readonly isComplete: boolean;
  /** The message to send. */
  readonly text: () => string;
  readonly children: ComponentChildren;
}

function Frame({ organization, destination, onClose, title, isComplete, text, children }: FrameProps) {
  async function send() {
    const content = text();
    const found = sendingObstacle(organization, destination, content);
    if (found !== undefined) throw new LocalError({ text: found });
    await sendBy(organization)(destination, content);
  }
  return (
    <FormDialog
      title={title}
      action={t('composer.send')}
      isReady={isComplete}
      isUnsaved={false}
      onSave={send}
      onClose={onClose}
    >
      {children}
      <p class="soft">{t('widgets.others')}</p>
    </FormDialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function Field({ label, value, onInput }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        maxLength={1000}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

function UnlabeledField({ label, value, onInput }: FieldProps) {
  return (
    <input
      class="input"
      aria-label={label}
      placeholder={label}
      maxLength={1000}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

const MIN_ROWS = 3;

/** Changes a row; there is always an empty one at the end. */
function withRow<T>(rows: readonly T[], index: number, row: T, empty: T): readonly T[] {
  const changed = rows.with(index, row);
  return index === rows.length - 1 ? [...changed, empty] : changed;
}

function PollDialog(context: DialogContext) {
  const [question, setQuestion] = useState('');
  const [choices, setChoices] = useState<readonly string[]>(() => Array(MIN_ROWS).fill(''));
  return (
    <Frame
      {...context}
      title={t('widgets.newPoll')}
      isComplete={question.trim() !== ''}
      text={() => pollText(question, choices)}
    >
      <Field label={t('widgets.question')} value={question} onInput={setQuestion} />
      <fieldset class="row-fields">
        <legend>{t('widgets.choices')}</legend>
        {choices.map((choice, index) => (
          <UnlabeledField
            key={index}
            label={t('widgets.choice', { number: index + 1 })}
            value={choice}
            onInput={(text) => setChoices(withRow(choices, index, text, ''))}
          />
        ))}
      </fieldset>
    </Frame>
  );
}

const noTask = { text: '', description: '' };

function TodoDialog(context: DialogContext) {
  const [title, setTitle] = useState('');
  const [tasks, setTasks] = useState<readonly (typeof noTask)[]>(() => Array(MIN_ROWS).fill(noTask));
  const change = (index: number, task: typeof noTask) => setTasks(withRow(tasks, index, task, noTask));
  return (
    <Frame
      {...context}
      title={t('widgets.newTodo')}
      isComplete={title.trim() !== '' || tasks.some(({ text }) => text.trim() !== '')}
      text={() => taskListText(title, tasks)}
    >
      <Field label={t('widgets.title')} value={title} onInput={setTitle} />
      <fieldset class="row-fields">
        <legend>{t('widgets.tasks')}</legend>
        {tasks.map((task, index) => (
          <div key={index}>
            <UnlabeledField
              label={t('widgets.task', { number: index + 1 })}
              value={task.text}
              onInput={(text) => change(index, { ...task, text })}
            />
            <UnlabeledField
              label={t('widgets.detailsOf', { number: index + 1 })}
              value={task.description}
              onInput={(description) => change(index, { ...task, description })}
            />
          </div>
        ))}
      </fieldset>
    </Frame>
  );
}
