// Widgets, such as polls and to-do lists, are stored in submessages of a message. The first submessage defines
// the widget; the server creates it for messages that start with `/poll` or `/todo`. Later ones are votes and
// other changes.

import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';
import { commandIn } from '../../commands/slash-commands.ts';

const MAX_INDEX = 1000;

/** The first submessage for a message that starts with a widget command; undefined for any other. */
export function widgetContent(content: string): string | undefined {
  const command = commandIn(content)?.name;
  if (command === 'poll') return JSON.stringify({ widget_type: 'poll', extra_data: pollData(content) });
  if (command === 'todo') return JSON.stringify({ widget_type: 'todo', extra_data: todoData(content) });
  return undefined;
}

function linesOf(content: string): { readonly first: string; readonly rest: readonly string[] } {
  const [first = '', ...rest] = content.replace(/^\/\w+/, '').split('\n');
  return { first: first.trim(), rest: rest.map((line) => line.trim()).filter((line) => line !== '') };
}

function pollData(content: string): Record<string, unknown> {
  const { first, rest } = linesOf(content);
  return { question: first, options: rest.map((line) => line.replace(/^[-*]/, '').trim()).filter(Boolean) };
}

function todoData(content: string): Record<string, unknown> {
  const { first, rest } = linesOf(content);
  const tasks = rest.map((line) => {
    const [task = '', ...description] = line.replace(/^[-*]\s*/, '').split(': ');
    return { task: task.trim(), desc: description.join(': ').trim() };
  });
  return { task_list_title: first, tasks };
}

function parse(content: string): Record<string, unknown> {
  const parsed = parseJson(content);
  if (!isRecord(parsed)) throw badRequest('Invalid json for submessage');
  return parsed;
}

/** The kind of a widget, read from its message's first submessage; undefined if there is none. */
function widgetType(first: string): unknown {
  const parsed = parseJson(first);
  return isRecord(parsed) ? parsed.widget_type : undefined;
}

/**
 * Refuses a submessage that its widget would not understand.
 * @param first the message's first submessage; undefined if this would be the first. Only the message's author
 * may start a widget.
 */
export function checkSubmessage(content: string, first: string | undefined, isAuthor: boolean): void {
  if (first === undefined && !isAuthor) throw badRequest('You cannot attach a submessage to this message.');
  const data = parse(content);
  if (first === undefined) return;
  const type = widgetType(first);
  if (type === 'poll') checkPollData(data, isAuthor);
  else if (type === 'todo') checkTodoData(data, isAuthor);
}

function checkPollData(data: Record<string, unknown>, isAuthor: boolean): void {
  switch (data.type) {
    case 'vote':
      expectText(data, 'key', /^(canned|\d+),\d+$/);
      if (data.vote !== 1 && data.vote !== -1) throw badRequest('Invalid vote');
      return;
    case 'question':
      if (!isAuthor) throw badRequest("You can't edit a question unless you are the author.");
      expectText(data, 'question');
      return;
    case 'new_option':
      expectIndex(data, 'idx');
      expectText(data, 'option');
      return;
    default:
      throw badRequest(`Unknown type for poll data: ${String(data.type)}`);
  }
}

function checkTodoData(data: Record<string, unknown>, isAuthor: boolean): void {
  switch (data.type) {
    case 'new_task':
      expectIndex(data, 'key');
      expectText(data, 'task');
      expectText(data, 'desc');
      if (typeof data.completed !== 'boolean') throw badRequest('completed is not a boolean');
      return;
    case 'strike':
      expectText(data, 'key');
      return;
    case 'new_task_list_title':
      if (!isAuthor) throw badRequest("You can't edit the task list title unless you are the author.");
      expectText(data, 'title');
      return;
    default:
      throw badRequest(`Unknown type for todo data: ${String(data.type)}`);
  }
}

function expectText(data: Record<string, unknown>, key: string, pattern?: RegExp): void {
  const value = data[key];
  if (typeof value !== 'string') throw badRequest(`${key} is not a string`);
  if (pattern && !pattern.test(value)) throw badRequest(`Invalid ${key}`);
}

function expectIndex(data: Record<string, unknown>, key: string): void {
  const value = data[key];
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badRequest(`${key} is not an integer`);
  if (value < 0) throw badRequest(`${key} is too small`);
  if (value > MAX_INDEX) throw badRequest(`${key} is too large`);
}
