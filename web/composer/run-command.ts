// Runs slash commands that are not messages.

import { commandIn, slashCommands } from '../../src/commands/slash-commands.ts';
import { showStatus } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import type { Composer } from './composer.ts';
import { gifProviderOf, openGifs } from './open-gifs.ts';

/** Runs the command that a text consists of, and shows the answer. Returns false for a message. */
export async function runCommand(composer: Composer, text: string): Promise<boolean> {
  const { organization } = composer;
  const command = commandIn(text.trim());
  if (!command) return false;
  const { action, argument } = slashCommands[command.name];
  // "/dark chocolate" is a message.
  if (action === 'message' || (argument === 'none' && command.argument !== '')) return false;
  if (action === 'gifs') {
    if (!gifProviderOf(organization)) return false;
    await openGifs({
      organization,
      anchor: document.activeElement ?? document.body,
      query: command.argument,
      onText: (gif) => composer.insert({ text: gif, isBlock: false }),
    });
    return true;
  }
  const begin = performance.now();
  const { msg = '' } = await organization.client.call('run-zcommand', { command: text.trim() });
  const milliseconds = String(Math.round(performance.now() - begin));
  showStatus(action === 'nothing' ? t('command.answered', { milliseconds }) : msg.replaceAll('`', ''));
  return true;
}
