// A widget that comes with a message: what clients send as `widget_content`. Buttons that bots offer (`zform`) can be
// made in no other way. (Reference behaviour.)

import { isRecord } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';

function refused(problem: string): Error {
  return badRequest(`Widgets: ${problem}`);
}

function textOf(value: Readonly<Record<string, unknown>>, key: string, place: string): string {
  const found = value[key];
  if (found === undefined) throw refused(`${key} key is missing from ${place}`);
  if (typeof found !== 'string') throw refused(`${place}["${key}"] is not a string`);
  return found;
}

function checkButtons(data: Readonly<Record<string, unknown>>): void {
  textOf(data, 'heading', 'extra_data');
  if (!Array.isArray(data.choices)) throw refused('extra_data["choices"] is not a list');
  for (const [index, choice] of data.choices.entries()) {
    const place = `extra_data["choices"][${index}]`;
    if (!isRecord(choice)) throw refused(`${place} is not a dict`);
    for (const key of ['type', 'short_name', 'long_name', 'reply']) textOf(choice, key, place);
  }
}

/** The widget as it is stored; refuses what clients could not show. */
export function checkedWidget(text: string): string {
  const widget = parseJson(text);
  if (widget === undefined) throw refused('API programmer sent invalid JSON content');
  if (!isRecord(widget)) throw refused('widget_content is not a dict');
  const type = textOf(widget, 'widget_type', 'widget_content');
  const data = widget.extra_data;
  if (!isRecord(data)) throw refused('extra_data is not a dict');
  if (type !== 'zform') throw refused(`unknown widget type: ${type}`);
  if (data.type === undefined) throw refused('zform is missing type field');
  if (data.type !== 'choices') throw refused(`unknown zform type: ${String(data.type)}`);
  checkButtons(data);
  return JSON.stringify(widget);
}
