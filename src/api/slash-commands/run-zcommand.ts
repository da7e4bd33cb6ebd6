// POST /zcommand: runs a slash command that is typed instead of a message.

import { changeUserSettings, type SettingChanges } from '../../actions/accounts/change-settings.ts';
import { anyText, messageText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { type CommandName, commandIn, slashCommands } from '../../commands/slash-commands.ts';
import type { UserSettingName } from '../../model/accounts/user-settings.ts';
import { recordEditedSettings } from '../../stores/accounts/setting-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { remind } from './remind.ts';

type Action = (typeof slashCommands)[CommandName]['action'];
type SettingChange = Extract<Action, object>;

/** Changes a setting of the caller, and returns a sentence that says so. */
function changeSetting(
  context: WriteContext,
  { setting, value, state, opposite }: SettingChange,
): Promise<string> {
  const name: UserSettingName = setting;
  return context.write(async (writer) => {
    const account = await actingAccount(writer, context.actor.account.id);
    if (account.settings[name] === value) return `You are already using ${state}.`;
    const changes: SettingChanges = { [name]: value };
    await changeUserSettings(writer, account, changes);
    await recordEditedSettings(writer, account.id, [name]);
    return `You now use ${state}. Type \`/${opposite}\` to go back.`;
  });
}

export const runZcommand = writeOperation({
  name: 'run-zcommand',
  method: 'POST',
  path: '/zcommand',
  summary: 'Run a slash command.',
  access: 'human',
  parameters: { command: required(messageText, 'The command, with a leading slash: `/dark`.') },
  result: { msg: { optional: anyText } },
  async handle(context, { command: typed }) {
    if (!typed.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.');
    const command = commandIn(typed);
    const action = command && slashCommands[command.name].action;
    if (!command || action === undefined || action === 'message' || action === 'gifs') {
      const [name] = typed.slice(1).split(/\s/, 1);
      throw badRequest(`No such command: ${name}`);
    }
    if (action === 'reminder') return { msg: await remind(context, command.argument) };
    if (command.argument !== '') throw badRequest(`/${command.name} takes nothing after it.`);
    return action === 'nothing' ? {} : { msg: await changeSetting(context, action) };
  },
});
