// Changes that alter nothing that anybody could tell, and cannot be known by their form (`mutations.mjs` knows those): each with
// its reason. Keep it short: a line that does nothing is better removed, and one that does something is better tested.

const NEVER_READ = 'it is written before it is read';
const SAVES_WORK = 'without it the same is made again';

/** The file, how the line begins, what it becomes (empty: it is removed; undefined: anything), and the reason. */
const EQUIVALENTS = [
  ['src/storage/prepared.ts', 'if (present) return present;', '', SAVES_WORK],
  ['src/storage/write-ahead-log.ts', '#left = 0;', undefined, NEVER_READ],
  ['src/storage/write-ahead-log.ts', '#size = 0;', undefined, NEVER_READ],
  [
    'src/storage/postgres.ts',
    'client.release(true);',
    undefined,
    'the pool lets a broken connection go by itself',
  ],
  [
    'src/storage/postgres.ts',
    'keepAlive: true,',
    undefined,
    'only a network that falls silent for hours would show it',
  ],
  [
    'src/storage/postgres-listener.ts',
    '#vouches = false;',
    undefined,
    'whoever listens says at once what is so',
  ],
  ['src/events/polls.ts', 'lookups: 0,', undefined, 'it only saves looks at the log'],
  ['src/events/views/update-message.ts', 'preparing.set(entry, work);', '', SAVES_WORK],
  ['src/events/snapshot/channels.ts', 'seenBy.set(request, seen);', '', SAVES_WORK],
  ['src/storage/sqlite.ts', 'await directory.sync()', undefined, 'only a loss of power would show it'],
  ['src/storage/sqlite.ts', 'await directory.close();', undefined, 'what is collected is closed, too'],
];

/** Whether a change of a file is one of these. */
export const isEquivalent = (file, { line, becomes }) =>
  EQUIVALENTS.some(
    ([where, what, instead]) =>
      file === where && line.trim().startsWith(what) && (instead === undefined || becomes.trim() === instead),
  );
