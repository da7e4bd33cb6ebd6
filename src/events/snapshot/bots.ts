// The bots in the snapshot that the account may change: all of them for administrators, its own for others.

import { Role } from '../../model/accounts/roles.ts';
import { accountList } from '../../queries/accounts/account-list.ts';
import { readServices } from '../../stores/bots/service-store.ts';
import { wireBot } from '../../stores/bots/wire-bot.ts';
import type { SnapshotSection } from './section.ts';

const bots: SnapshotSection = {
  gates: ['realm_bot'],
  async fromDatabase({ account: viewer, state, keyring }, reader) {
    if (!viewer || viewer.isBot) return { realm_bots: [] };
    const seesAll = viewer.role <= Role.administrator;
    const visibleBots = accountList(state).filter(
      (bot) => bot.isBot && !bot.isSystemBot && (seesAll || bot.botOwnerId === viewer.id),
    );
    if (visibleBots.length === 0) return { realm_bots: [] };
    const services = await readServices(reader, keyring);
    return {
      realm_bots: visibleBots.map((bot) =>
        wireBot(bot, services.get(bot.id), (id) => state.channel(id)?.name),
      ),
    };
  },
};

export const botSections: readonly SnapshotSection[] = [bots];
