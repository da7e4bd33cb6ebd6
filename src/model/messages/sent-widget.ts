// Validates a widget that a client sends with a message as `widget_content`. This is the only way to make
// buttons of bots (`zform`). (As in the reference server.)

import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';

function invalidWidget(reason: string): Error {
  return badRequest(`Widgets: ${reason}`);
}

function textOf(value: Readonly<Record<string, unknown>>, key: string, path: string): string {
  const found = value[key];
  if (found === undefined) throw invalidWidget(`${key} key is missing from ${path}`);
  if (typeof found !== 'string') throw invalidWidget(`${path}["${key}"] is not a string`);
  return found;
}

function checkButtons(data: Readonly<Record<string, unknown>>): void {
  textOf(data, 'heading', 'extra_data');
  if (!Array.isArray(data.choices)) throw invalidWidget('extra_data["choices"] is not a list');
  for (const [index, choice] of data.choices.entries()) {
    const path = `extra_data["choices"][${index}]`;
    if (!isRecord(choice)) throw invalidWidget(`${path} is not a dict`);
    for (const key of ['type', 'short_name', 'long_name', 'reply']) textOf(choice, key, path);
  }
}

/** The widget as it is stored. @throws if clients could not show it */
export function checkedWidgetContent(text: string): string {
  const widget = parseJson(text);
  if (widget === undefined) throw invalidWidget('API programmer sent invalid JSON content');
  if (!isRecord(widget)) throw invalidWidget('widget_content is not a dict');
  const type = textOf(widget, 'widget_type', 'widget_content');
  const data = widget.extra_data;
  if (!isRecord(data)) throw invalidWidget('extra_data is not a dict');
  if (type !== 'zform') throw invalidWidget(`unknown widget type: ${type}`);
  if (data.type === undefined) throw invalidWidget('zform is missing type field');
  if (data.type !== 'choices') throw invalidWidget(`unknown zform type: ${String(data.type)}`);
  checkButtons(data);
  return JSON.stringify(widget);
}
