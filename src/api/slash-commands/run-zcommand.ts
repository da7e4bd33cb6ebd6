// POST /zcommand: the few commands, typed instead of a message, that change the caller's own display.

import { changeUserSettings, type SettingChanges } from '../../actions/accounts/change-settings.ts';
import { anyText, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import type { UserSettingName } from '../../model/accounts/user-settings.ts';
import { recordEditedSettings } from '../../stores/accounts/setting-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

interface Command {
  readonly setting: UserSettingName;
  readonly value: unknown;
  /** A name for the resulting state. */
  readonly state: string;
  /** The command that undoes it. */
  readonly opposite: string;
}

const dark: Command = { setting: 'color_scheme', value: 2, state: 'the dark theme', opposite: 'light' };
const light: Command = { setting: 'color_scheme', value: 3, state: 'the light theme', opposite: 'dark' };
const fluid: Command = {
  setting: 'fluid_layout_width',
  value: true,
  state: 'the full width',
  opposite: 'fixed-width',
};
const fixed: Command = {
  setting: 'fluid_layout_width',
  value: false,
  state: 'a fixed width',
  opposite: 'fluid-width',
};

const commands: ReadonlyMap<string, Command | 'nothing'> = new Map<string, Command | 'nothing'>([
  ['ping', 'nothing'],
  ['dark', dark],
  ['night', dark],
  ['light', light],
  ['day', light],
  ['fluid-width', fluid],
  ['fixed-width', fixed],
]);

export const runZcommand = writeOperation({
  name: 'run-zcommand',
  method: 'POST',
  path: '/zcommand',
  summary: 'Run a slash command.',
  access: 'human',
  parameters: { command: required(shortText, 'The command, with a leading slash: `/dark`.') },
  result: { msg: { optional: anyText } },
  async handle(context, { command: typed }) {
    if (!typed.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.');
    const name = typed.slice(1);
    const command = commands.get(name);
    if (command === undefined) throw badRequest(`No such command: ${name}`);
    if (command === 'nothing') return {};
    const { setting, value, state, opposite } = command;
    return context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      if (account.settings[setting] === value) return { msg: `You are already using ${state}.` };
      const changes: SettingChanges = { [setting]: value };
      await changeUserSettings(writer, account, changes);
      await recordEditedSettings(writer, account.id, [setting]);
      return { msg: `You now use ${state}. Type \`/${opposite}\` to go back.` };
    });
  },
});
