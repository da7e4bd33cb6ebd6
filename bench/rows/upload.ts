// POST /user_uploads: a file of 100 KB in a multipart body, by many people in turn. The floor stores one durable row.

import { randomBytes } from 'node:crypto';
import { compare } from '../measure/compare.ts';
import { floorInsert, inTurn, upload } from '../requests.ts';
import { row } from '../stage.ts';

const FILES = 20;
const FILE_BYTES = 100 * 1024;

export const uploadRow = row('POST /user_uploads, 100 KB', 'insert', {}, (stage) =>
  compare(stage, {
    requests: Array.from({ length: FILES }, (_, number) =>
      upload(inTurn(stage.data.people, number), `picture-${number}.bin`, randomBytes(FILE_BYTES)),
    ),
    floor: () => [floorInsert()],
    check(body) {
      const { url } = JSON.parse(body) as { url?: unknown };
      if (typeof url !== 'string') throw new Error('nothing was stored');
    },
  }),
);
