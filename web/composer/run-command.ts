// Runs slash commands that are not messages.

import { commandIn, slashCommands } from '../../src/commands/slash-commands.ts';
import { showStatus } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';

/** Runs the command that a text consists of, and shows the answer. Returns false for a message. */
export async function runCommand({ client }: Organization, text: string): Promise<boolean> {
  const command = commandIn(text.trim());
  if (!command) return false;
  const { action, argument } = slashCommands[command.name];
  // "/dark chocolate" is a message.
  if (action === 'message' || (argument === 'none' && command.argument !== '')) return false;
  const begin = performance.now();
  const { msg = '' } = await client.call('run-zcommand', { command: text.trim() });
  const milliseconds = String(Math.round(performance.now() - begin));
  showStatus(action === 'nothing' ? t('command.answered', { milliseconds }) : msg.replaceAll('`', ''));
  return true;
}
