// The formats that can be imported, and their recognition.

import type { ArchiveFolder } from './archive/archive-folder.ts';
import { InvalidArchiveError } from './archive/invalid-archive-error.ts';
import { discord } from './discord/reader.ts';
import { mattermost } from './mattermost/reader.ts';
import { prepared } from './prepared/reader.ts';
import type { ArchiveFormat } from './records/reader.ts';
import { rocketChat } from './rocket-chat/reader.ts';
import { slack } from './slack/reader.ts';
import { teams } from './teams/reader.ts';
import { zulip } from './zulip/reader.ts';

const formats: readonly ArchiveFormat[] = [zulip, slack, mattermost, rocketChat, discord, teams];

/** The format of an archive. @throws InvalidArchiveError if it has none of them */
export function formatOf(folder: ArchiveFolder): ArchiveFormat {
  const found = formats.find((format) => format.matches(folder));
  if (found) return found;
  const titles = ['an export of Parley', ...formats.map(({ title }) => title)].join(', ');
  throw new InvalidArchiveError('the archive', `its format is not supported. Supported formats: ${titles}.`);
}

export function formatByName(name: string): ArchiveFormat {
  const found = [...formats, prepared].find((format) => format.name === name);
  if (!found) throw new Error(`unknown format ${name}`);
  return found;
}
