// Sonarr, Radarr and Lidarr, which share a codebase: series, films and music that were found, downloaded and
// imported.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  countedNoun,
  joinedList,
  nonBlankLines,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

type Formatter = (payload: PayloadField) => string;

const SHOWN_TRACKS = 20;

const quality = (file: PayloadField | undefined) => {
  if (!file) return '';
  const found = file.optional('quality');
  return found?.isObject ? found.optionalText('quality.name') : file.optionalText('quality');
};

/** The quality of a file before and after an upgrade. */
function upgrade(payload: PayloadField, file: string): string {
  const isUpgrade = payload.boolean('isUpgrade');
  const now = quality(payload.optional(file));
  const before = quality(payload.optional('deletedFiles.0'));
  if (!isUpgrade) return now === '' ? ' was imported.' : ` was imported (${plainLine(now)}).`;
  const steps = [before === '' ? '' : ` from ${bold(before)}`, now === '' ? '' : ` to ${bold(now)}`];
  return ` was upgraded${steps.join('')}.`;
}

const formatRelease = (payload: PayloadField) => {
  const found = payload.optionalText('release.quality');
  const indexer = payload.optionalText('release.indexer');
  const parts = [plainLine(found), indexer === '' ? '' : `from ${plainLine(indexer)}`]
    .filter(Boolean)
    .join(' ');
  return parts === '' ? '' : ` (${parts})`;
};

const health: Formatter = (payload) =>
  `:warning: ${plainLine(payload.text('message')).replace(/\.$/, '')}.${payload.optionalText('wikiUrl') === '' ? '' : ` ${payload.optionalText('wikiUrl')}`}`;
const formatRestored: Formatter = (payload) =>
  `:squared_ok: Solved: ${plainLine(payload.text('message')).replace(/\.$/, '')}.`;
const updateFormatter =
  (program: string): Formatter =>
  (payload) =>
    `${program} was updated from ${plainLine(payload.text('previousVersion'))} to ${plainLine(payload.text('newVersion'))}.`;
const manual: Formatter = (payload) =>
  `:warning: ${bold(payload.firstOf('downloadInfo.title', 'release.releaseTitle') || 'A download')} must be imported manually.`;

function manager(
  name: string,
  program: string,
  topicPath: string,
  formatters: Record<string, Formatter>,
): WebhookService {
  const events = lookupTable<Formatter>({
    Test: () => `${program} is connected.`,
    Health: health,
    HealthRestored: formatRestored,
    ApplicationUpdate: updateFormatter(program),
    ManualInteractionRequired: manual,
    ...formatters,
  });
  const topicOf = (payload: PayloadField, event: string) => {
    if (event === 'Test') return `${program} - Test`;
    if (event === 'ApplicationUpdate') return `${program} - Application update`;
    if (event.startsWith('Health')) return `Health ${payload.text('level')}`;
    return payload.text(topicPath);
  };
  return {
    name,
    displayName: program,
    events: Object.keys(events),
    read({ payload }) {
      const event = payload.text('eventType');
      const formatter = events[event];
      if (!formatter) throw new UnsupportedEventError(event);
      return { event, topic: topicOf(payload, event), content: formatter(payload) };
    },
  };
}

const series = (payload: PayloadField) => bold(payload.text('series.title'));
/** For example `Lamps - 1x02 - Light`, for each episode of a file. */
const episodes = (payload: PayloadField) =>
  joinedList(
    payload
      .list('episodes')
      .slice(0, SHOWN_TRACKS)
      .map(
        (episode) =>
          `${plainLine(payload.text('series.title'))} - ${episode.text('seasonNumber')}x${episode.text('episodeNumber').padStart(2, '0')} - ${plainLine(episode.optionalText('title'))}`,
      ),
  );

export const sonarr = manager('sonarr', 'Sonarr', 'series.title', {
  Grab: (payload) => `${episodes(payload)} was grabbed${formatRelease(payload)}.`,
  Download: (payload) => episodes(payload) + upgrade(payload, 'episodeFile'),
  EpisodeFileDelete: (payload) =>
    `${episodes(payload)} was deleted${payload.optionalText('deleteReason') === 'upgrade' ? ' for a better one' : ''}.`,
  Rename: (payload) => `The episodes of ${series(payload)} were renamed.`,
  SeriesAdd: (payload) => `${series(payload)} was added.`,
  SeriesDelete: (payload) => `${series(payload)} was deleted.`,
});

const movie = (payload: PayloadField) => {
  const year = payload.optionalText('movie.year');
  return `${bold(payload.text('movie.title'))}${year === '' ? '' : ` (${plainLine(year)})`}`;
};

export const radarr = manager('radarr', 'Radarr', 'movie.title', {
  Grab: (payload) => `${movie(payload)} was grabbed${formatRelease(payload)}.`,
  Download: (payload) => movie(payload) + upgrade(payload, 'movieFile'),
  MovieFileDelete: (payload) =>
    `A file of ${movie(payload)} was deleted${payload.optionalText('deleteReason') === 'upgrade' ? ' for a better one' : ''}.`,
  Rename: (payload) => `The files of ${movie(payload)} were renamed.`,
  MovieAdded: (payload) => `${movie(payload)} was added.`,
  MovieDelete: (payload) =>
    `${movie(payload)} was deleted; its files were ${payload.boolean('deletedFiles') ? 'also' : 'not'} deleted.`,
});

const artist = (payload: PayloadField) => bold(payload.text('artist.name'));
const albums = (payload: PayloadField) => {
  const found = payload.optional('albums')?.asList() ?? [payload.at('album')];
  return joinedList(found.slice(0, SHOWN_TRACKS).map((track) => bold(track.text('title'))));
};
function tracks(payload: PayloadField): string[] {
  const all = payload.optionalList('tracks');
  const hiddenCount = all.length - SHOWN_TRACKS;
  const trackLines = all.slice(0, SHOWN_TRACKS).map((track) => `* ${plainLine(track.text('title'))}`);
  return hiddenCount > 0 ? [...trackLines, `* and ${countedNoun(hiddenCount, 'more track')}`] : trackLines;
}

export const lidarr = manager('lidarr', 'Lidarr', 'artist.name', {
  Grab: (payload) => `${albums(payload)} by ${artist(payload)} was grabbed${formatRelease(payload)}.`,
  Download: (payload) =>
    nonBlankLines(
      `These tracks by ${artist(payload)} were ${payload.boolean('isUpgrade') ? 'upgraded' : 'imported'}:`,
      ...tracks(payload),
    ),
  Rename: (payload) => `The tracks of ${artist(payload)} were renamed.`,
  Retag: (payload) => `The tags of tracks of ${artist(payload)} were changed.`,
  ArtistAdd: (payload) => `${artist(payload)} was added.`,
  ArtistDelete: (payload) => `${artist(payload)} was deleted.`,
  AlbumDelete: (payload) => `${albums(payload)} by ${artist(payload)} was deleted.`,
  DownloadFailure: (payload) =>
    `:cross_mark: The download of ${plainLine(payload.firstOf('releaseTitle', 'downloadId') || 'an album')} failed.`,
  ImportFailure: (payload) => `:cross_mark: The import of ${albums(payload)} by ${artist(payload)} failed.`,
});
