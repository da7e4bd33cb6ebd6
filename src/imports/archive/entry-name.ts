// Checks the names of an archive's entries: they must stay inside the folder that the archive is unpacked into.

import { limits } from '../../api-contract/limits.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

/**
 * The path of an entry relative to the folder, joined by `/`; empty for the folder itself. @throws InvalidArchiveError
 * for a path that leads outside
 */
export function entryPath(name: string): string {
  const quoted = JSON.stringify(name.slice(0, limits.importPathCharacters));
  const errorFor = (reason: string) => new InvalidArchiveError(`entry ${quoted}`, reason);
  if (name.length > limits.importPathCharacters) throw errorFor('its name is too long.');
  if (/[\0\\]/.test(name)) throw errorFor('its name contains a character that is not allowed in paths.');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw errorFor('its path is absolute.');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw errorFor('its path points outside the archive.');
  if (parts.length > limits.importFolderDepth + 1)
    throw errorFor(`it is nested in more than ${limits.importFolderDepth} folders.`);
  return parts.join('/');
}
