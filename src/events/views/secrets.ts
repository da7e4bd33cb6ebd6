// Views of values that are sealed in the log because they are secrets: unsealed for the accounts that may
// have them.

import { mayDownload } from '../../model/exports/export-access.ts';
import type { WireExport } from '../../model/exports/export-schema.ts';
import type { SealPurpose } from '../../model/sealed.ts';
import type { Viewer } from '../viewer.ts';
import type { Fields, View } from './event-view.ts';

/** Unseals one field of the given objects; values that are not strings stay. */
function unsealField(
  objects: unknown,
  field: string,
  purpose: SealPurpose,
  { openSecret }: Viewer,
): Fields[] {
  return (objects as Fields[]).map((fields) => {
    const sealed = fields[field];
    return typeof sealed === 'string' ? { ...fields, [field]: openSecret(purpose, sealed) } : fields;
  });
}

/** `realm_bot`: the token sent to a bot's address. */
export const botView: View = ({ payload }, viewer) => {
  const bot = payload.bot as Fields;
  if (bot.services === undefined) return payload;
  return { ...payload, bot: { ...bot, services: unsealField(bot.services, 'token', 'bot-token', viewer) } };
};

/**
 * `realm_export`: the address of an archive, which gives access to it; null for accounts that may not
 * download it.
 */
export const exportView: View = ({ payload }, viewer) => {
  const exports = (payload.exports as WireExport[]).map((wireExport) =>
    mayDownload(viewer.account, wireExport) ? wireExport : { ...wireExport, export_url: null },
  );
  return { ...payload, exports: unsealField(exports, 'export_url', 'export-secret', viewer) };
};
