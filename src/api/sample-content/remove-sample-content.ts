// DELETE /realm/sample_content: removes what adding sample content added.

import { removeSampleContent as remove } from '../../actions/sample-content/remove-sample-content.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { readCreator } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const removeSampleContent = writeOperation({
  name: 'remove-sample-content',
  method: 'DELETE',
  path: '/realm/sample_content',
  summary: 'Remove the sample content. Messages of people stay, and so do the channels they wrote in.',
  access: 'administrator',
  parameters: {},
  result: {},
  async handle(context) {
    const { state, actor } = context;
    const botIds = [systemBotId(state, 'welcome'), systemBotId(state, 'notification')];
    await context.write(async (writer) => remove(await readCreator(writer, actor.account.id), botIds));
    return {};
  },
});
