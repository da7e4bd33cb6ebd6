// Task lists: their initial tasks, and the tasks added and done since.

import {
  fieldsOf,
  indexOf,
  MAX_SUBMESSAGES,
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
  /** Empty if it has none. */
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The task list of a message; undefined if it has none. Tasks with equal texts count as one: the first. */
export function taskListOf(message: WithSubmessages): TaskList | undefined {
  const data = widgetData(message, 'todo');
  if (!data) return undefined;
  const tasks = new Map<string, Task>();
  const add = (key: string, text: string, description: string, isDone: boolean) => {
    const exists = [...tasks.values()].some((task) => task.text === text);
    if (text !== '' && !exists) tasks.set(key, { key, text, description, isDone });
  };
  let title = textOf(data.task_list_title);
  const initialTasks = Array.isArray(data.tasks) ? data.tasks : [];
  for (const [index, task] of initialTasks.map(fieldsOf).entries())
    add(`${index},canned`, textOf(task.task), textOf(task.desc), false);
  for (const { sender_id: senderId, content } of message.submessages.slice(1)) {
    const fields = readFields(content);
    const index = indexOf(fields.key);
    const struck = tasks.get(textOf(fields.key));
    if (fields.type === 'new_task' && index !== undefined)
      add(`${index},${senderId}`, textOf(fields.task), textOf(fields.desc), fields.completed === true);
    else if (fields.type === 'strike' && struck) tasks.set(struck.key, { ...struck, isDone: !struck.isDone });
    else if (fields.type === 'new_task_list_title') title = textOf(fields.title);
  }
  return { title, tasks: [...tasks.values()] };
}

/** The submessage that adds a task; undefined if its text exists already or the limit is reached. */
export function newTask(
  message: WithSubmessages,
  personId: number,
  input: { readonly text: string; readonly description: string },
): object | undefined {
  const task = input.text.trim();
  const key = nextIndex(message, personId, 'key');
  const exists = taskListOf(message)?.tasks.some(({ text }) => text === task) ?? true;
  if (task === '' || exists || key > MAX_SUBMESSAGES) return undefined;
  return { type: 'new_task', key, task, desc: input.description.trim(), completed: false };
}

/** The text of a message that creates a task list. */
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
