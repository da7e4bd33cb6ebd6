// Messages about downloads of Sonarr, Radarr and Lidarr.

import { lidarr, radarr, sonarr } from '../../src/model/webhook-services/media-managers.ts';
import { messagesTable, type Row } from './messages-table.ts';

/** A row: the message about an event of a titled item. */
const rowOf =
  (topic: string, thing: Record<string, unknown>) =>
  (eventType: string, more: Record<string, unknown>, content: string, own = topic): Row => [
    `${eventType} ${JSON.stringify(more).slice(0, 40)}`,
    {},
    { eventType, ...thing, ...more },
    [eventType, own, content],
  ];
const commonRows = (program: string, row: ReturnType<typeof rowOf>): Row[] => [
  row('Test', {}, `${program} is connected.`, `${program} - Test`),
  row('Health', { level: 'warning', message: 'No indexers.' }, ':warning: No indexers.', 'Health warning'),
  row(
    'Health',
    { level: 'error', message: 'Disk full', wikiUrl: 'https://wiki.example' },
    ':warning: Disk full. https://wiki.example',
    'Health error',
  ),
  row(
    'HealthRestored',
    { level: 'warning', message: 'No indexers' },
    ':squared_ok: Solved: No indexers.',
    'Health warning',
  ),
  row(
    'ApplicationUpdate',
    { previousVersion: '1.0', newVersion: '1.1' },
    `${program} was updated from 1.0 to 1.1.`,
    `${program} - Application update`,
  ),
  row(
    'ManualInteractionRequired',
    { downloadInfo: { title: 'file' } },
    ':warning: **file** must be imported manually.',
  ),
  ['an unsupported event', {}, { eventType: 'Dimmed' }, 'unsupported'],
  ['no event', {}, {}, /no 'eventType'/],
];

const show = rowOf('Lamps', {
  series: { title: 'Lamps' },
  episodes: [{ seasonNumber: 1, episodeNumber: 2, title: 'Light' }],
});
messagesTable(sonarr, [
  ...commonRows('Sonarr', show),
  show(
    'Grab',
    { release: { quality: 'HD', indexer: 'shelf' } },
    'Lamps - 1x02 - Light was grabbed (HD from shelf).',
  ),
  show(
    'Download',
    { isUpgrade: false, episodeFile: { quality: 'HD' } },
    'Lamps - 1x02 - Light was imported (HD).',
  ),
  show(
    'Download',
    { isUpgrade: true, episodeFile: { quality: 'HD' }, deletedFiles: [{ quality: 'SD' }] },
    'Lamps - 1x02 - Light was upgraded from **SD** to **HD**.',
  ),
  show('EpisodeFileDelete', { deleteReason: 'manual' }, 'Lamps - 1x02 - Light was deleted.'),
  show(
    'EpisodeFileDelete',
    { deleteReason: 'upgrade' },
    'Lamps - 1x02 - Light was deleted for a better one.',
  ),
  show('Rename', {}, 'The episodes of **Lamps** were renamed.'),
  show('SeriesAdd', {}, '**Lamps** was added.'),
  show('SeriesDelete', {}, '**Lamps** was deleted.'),
  ['no series', {}, { eventType: 'SeriesDelete' }, /no 'series\.title'/],
]);

const film = rowOf('Dark', { movie: { title: 'Dark', year: 1999 } });
messagesTable(radarr, [
  ...commonRows('Radarr', film),
  film('Grab', {}, '**Dark** (1999) was grabbed.'),
  film(
    'Download',
    { movieFile: { quality: { quality: { name: 'HD' } } } },
    '**Dark** (1999) was imported (HD).',
  ),
  film(
    'Download',
    { isUpgrade: true, movieFile: { quality: 'HD' }, deletedFiles: [{ quality: 'SD' }] },
    '**Dark** (1999) was upgraded from **SD** to **HD**.',
  ),
  film(
    'MovieFileDelete',
    { deleteReason: 'upgrade' },
    'A file of **Dark** (1999) was deleted for a better one.',
  ),
  film('Rename', {}, 'The files of **Dark** (1999) were renamed.'),
  film('MovieAdded', {}, '**Dark** (1999) was added.'),
  film('MovieDelete', { deletedFiles: true }, '**Dark** (1999) was deleted; its files were also deleted.'),
  film('MovieDelete', { deletedFiles: false }, '**Dark** (1999) was deleted; its files were not deleted.'),
  ['no film', {}, { eventType: 'Grab' }, /no 'movie\.title'/],
]);

const music = rowOf('Wicks', { artist: { name: 'Wicks' }, albums: [{ title: 'Oil' }] });
const tracks = (number: number) => Array.from({ length: number }, (_, index) => ({ title: `Song ${index}` }));
messagesTable(lidarr, [
  ...commonRows('Lidarr', music),
  music('Grab', {}, '**Oil** by **Wicks** was grabbed.'),
  music('Download', { tracks: tracks(1) }, 'These tracks by **Wicks** were imported:\n* Song 0'),
  music(
    'Download',
    { isUpgrade: true, tracks: tracks(21) },
    `These tracks by **Wicks** were upgraded:\n${tracks(20)
      .map(({ title }) => `* ${title}`)
      .join('\n')}\n* and 1 more track`,
  ),
  music('Rename', {}, 'The tracks of **Wicks** were renamed.'),
  music('Retag', {}, 'The tags of tracks of **Wicks** were changed.'),
  music('ArtistAdd', {}, '**Wicks** was added.'),
  music('ArtistDelete', {}, '**Wicks** was deleted.'),
  music('AlbumDelete', {}, '**Oil** by **Wicks** was deleted.'),
  music('DownloadFailure', { releaseTitle: 'Oil' }, ':cross_mark: The download of Oil failed.'),
  music('ImportFailure', {}, ':cross_mark: The import of **Oil** by **Wicks** failed.'),
  ['no artist', {}, { eventType: 'Rename' }, /no 'artist\.name'/],
]);
