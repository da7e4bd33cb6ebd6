// The small reads of a client: its own account, all people, and all channels.

import { compare } from '../measure/compare.ts';
import { bare, get } from '../requests.ts';
import { type Row, row } from '../stage.ts';

/** A GET that every person sends in turn, whose answer has `property`. */
function readRow(path: string, property: string): Row {
  return row(`GET ${path}`, 'answer', {}, (stage) =>
    compare(stage, {
      requests: stage.data.people.map((person) => get(person, path)),
      floor: () => [bare('POST', '/nothing', 'x'.repeat(60))],
      check(body) {
        if (!(property in (JSON.parse(body) as object))) throw new Error(`the response has no ${property}`);
      },
    }),
  );
}

export const readRows: readonly Row[] = [
  readRow('/users/me', 'email'),
  readRow('/users', 'members'),
  readRow('/streams', 'streams'),
];
