// Lists of tasks: what their messages were sent with, and what was added and done since.

import {
  fieldsOf,
  indexOf,
  MOST_ADDED,
  nextIndex,
  readFields,
  textOf,
  type WithSubmessages,
  widgetData,
} from './submessages.ts';

export interface Task {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly isDone: boolean;
}

export interface TaskList {
  /** Empty where it was given none. */
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The list of a message; undefined where it is none. Equal texts are one task: the first. */
export function taskListOf(message: WithSubmessages): TaskList | undefined {
  const data = widgetData(message, 'todo');
  if (!data) return undefined;
  const tasks = new Map<string, Task>();
  const add = (key: string, text: string, description: string, isDone: boolean) => {
    const isThere = [...tasks.values()].some((task) => task.text === text);
    if (text !== '' && !isThere) tasks.set(key, { key, text, description, isDone });
  };
  let title = textOf(data.task_list_title);
  const canned = Array.isArray(data.tasks) ? data.tasks : [];
  for (const [place, task] of canned.map(fieldsOf).entries())
    add(`${place},canned`, textOf(task.task), textOf(task.desc), false);
  for (const { sender_id: who, content } of message.submessages.slice(1)) {
    const said = readFields(content);
    const index = indexOf(said.key);
    const struck = tasks.get(textOf(said.key));
    if (said.type === 'new_task' && index !== undefined)
      add(`${index},${who}`, textOf(said.task), textOf(said.desc), said.completed === true);
    else if (said.type === 'strike' && struck) tasks.set(struck.key, { ...struck, isDone: !struck.isDone });
    else if (said.type === 'new_task_list_title') title = textOf(said.title);
  }
  return { title, tasks: [...tasks.values()] };
}

/** What is said to add a task; undefined where there is one of that text, or nobody may add more. */
export function newTask(
  message: WithSubmessages,
  personId: number,
  written: { readonly text: string; readonly description: string },
): object | undefined {
  const task = written.text.trim();
  const key = nextIndex(message, personId, 'key');
  const isThere = taskListOf(message)?.tasks.some(({ text }) => text === task) ?? true;
  if (task === '' || isThere || key > MOST_ADDED) return undefined;
  return { type: 'new_task', key, task, desc: written.description.trim(), completed: false };
}

/** The message that begins a list of tasks. */
export function taskListText(
  title: string,
  tasks: readonly { readonly text: string; readonly description: string }[],
): string {
  const lines = tasks
    .map(({ text, description }) => [text.trim(), description.trim()])
    .filter(([text]) => text !== '')
    .map(([text, description]) => (description === '' ? text : `${text}: ${description}`));
  return [`/todo ${title.trim()}`, ...lines].join('\n');
}
