// Views of values that are sealed in the log because they are secrets: unsealed for the accounts that may
// have them.

import type { botEvent } from '../../model/bots/bot-schema.ts';
import { mayDownload } from '../../model/exports/export-access.ts';
import type { exportsEvent } from '../../model/exports/export-schema.ts';
import type { SealPurpose } from '../../model/sealed.ts';
import type { Viewer } from '../viewer.ts';
import type { Fields, ViewOf } from './event-view.ts';

/** Unseals one field of the given objects; values that are not strings stay. */
function unsealField(
  objects: readonly Fields[],
  field: string,
  purpose: SealPurpose,
  { openSecret }: Viewer,
): Fields[] {
  return objects.map((fields) => {
    const sealed = fields[field];
    return typeof sealed === 'string' ? { ...fields, [field]: openSecret(purpose, sealed) } : fields;
  });
}

/** `realm_bot`: the token sent to a bot's address. */
export const botView: ViewOf<typeof botEvent> = ({ payload }, viewer) => {
  const { bot } = payload;
  if (!('services' in bot) || bot.services === undefined) return payload;
  return { ...payload, bot: { ...bot, services: unsealField(bot.services, 'token', 'bot-token', viewer) } };
};

/**
 * `realm_export`: the address of an archive, which gives access to it; null for accounts that may not
 * download it.
 */
export const exportView: ViewOf<typeof exportsEvent> = ({ payload }, viewer) => {
  const exports = payload.exports.map((wireExport) =>
    mayDownload(viewer.account, wireExport) ? wireExport : { ...wireExport, export_url: null },
  );
  return { ...payload, exports: unsealField(exports, 'export_url', 'export-secret', viewer) };
};
