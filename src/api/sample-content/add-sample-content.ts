// POST /realm/sample_content: adds channels, topics and messages that show what Parley can do.

import {
  addSampleContent as add,
  type ComposedSampleChannel,
} from '../../actions/sample-content/add-sample-content.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { type SampleChannelContent, sampleContentIn } from '../../model/sample-content/sample-channels.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import { causedBy } from '../../queries/rendering/rendering.ts';
import { readCreator } from '../../stores/quotas/take-quota.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

async function composed(
  context: WriteContext,
  { key, name, description, topics }: SampleChannelContent,
): Promise<ComposedSampleChannel> {
  const { account } = context.actor;
  const messages = [];
  for (const topic of topics) {
    for (const { text, reaction } of topic.messages) {
      const content = await composeContent(context, normalizeContent(text), causedBy(account));
      messages.push({ topic: topic.name, content, reaction });
    }
  }
  const renderedDescription = await renderDescription(context, description, account);
  return { key, name, description, renderedDescription, messages };
}

export const addSampleContent = writeOperation({
  name: 'add-sample-content',
  method: 'POST',
  path: '/realm/sample_content',
  summary:
    'Add sample content: channels and messages that show what topics are for. Does nothing if it is there.',
  access: 'administrator',
  parameters: {},
  result: {},
  async handle(context) {
    const { state, actor } = context;
    const content = sampleContentIn(state.organization.settings.default_language);
    const channels: ComposedSampleChannel[] = [];
    for (const channel of content) channels.push(await composed(context, channel));
    await context.write(async (writer) => {
      const acting = await readCreator(writer, actor.account.id);
      await add(acting, channels, systemBotId(state, 'welcome'));
    });
    return {};
  },
});
