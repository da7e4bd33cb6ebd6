// What stands sealed in the log because it opens something elsewhere: shown to those whom the entry is for.

import { mayLoad } from '../../model/exports/access.ts';
import type { Purpose } from '../../model/sealed.ts';
import type { WireExport } from '../../stores/exports/export.ts';
import type { Viewer } from '../viewer.ts';
import type { Fields, View } from './event-view.ts';

/** One field of some objects opened; what is no text stays. */
function opened(objects: unknown, field: string, purpose: Purpose, { openSecret }: Viewer): Fields[] {
  return (objects as Fields[]).map((one) => {
    const kept = one[field];
    return typeof kept === 'string' ? { ...one, [field]: openSecret(purpose, kept) } : one;
  });
}

/** `realm_bot`: the token that a bot's address is called with. */
export const botView: View = ({ payload }, viewer) => {
  const bot = payload.bot as Fields;
  if (bot.services === undefined) return payload;
  return { ...payload, bot: { ...bot, services: opened(bot.services, 'token', 'bot-token', viewer) } };
};

/** `realm_export`: the address of an archive, which whoever has it can load; null to whom it is not for. */
export const exportView: View = ({ payload }, viewer) => {
  const exports = (payload.exports as WireExport[]).map((one) =>
    mayLoad(viewer.account, one) ? one : { ...one, export_url: null },
  );
  return { ...payload, exports: opened(exports, 'export_url', 'export-secret', viewer) };
};
