// The other organization's things of each kind: existing ids that no one in the demo may reach.

import type { ApiClient } from '../support/client.ts';
import { upload } from '../uploads/support.ts';
import { subscribe } from '../web-push/push-service.ts';
import { makeInvitations } from './things.ts';

export async function makeForeignThings(elsa: ApiClient, later: number) {
  const channel = await elsa.ok('POST', '/channels/create', { name: 'afar', subscribers: [elsa.userId] });
  const message = await elsa.sendToChannel('afar', 'plans', 'a message afar');
  const group = await elsa.ok('POST', '/user_groups/create', {
    name: 'builders',
    description: '',
    members: [elsa.userId],
  });
  const bot = await elsa.ok('POST', '/bots', { full_name: 'Far Bell', short_name: 'farbell' });
  const events = { address: 'https://example.com/events', event_types: ['alert_words'] };
  const { id: subscription } = await elsa.ok('POST', `/bots/${bot.user_id}/event_subscriptions`, events);
  const folder = await elsa.ok('POST', '/channel_folders/create', { name: 'Far', description: '' });
  const draft = { type: '', to: [], topic: '', content: 'not yet' };
  const drafts = await elsa.ok('POST', '/drafts', { drafts: [draft] });
  const snippet = await elsa.ok('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
  const reminder = await elsa.ok('POST', '/reminders', {
    message_id: message,
    scheduled_delivery_timestamp: later,
  });
  const answerToScheduling = await elsa.ok('POST', '/scheduled_messages', {
    type: 'channel',
    to: channel.id,
    topic: 'plans',
    content: 'later',
    scheduled_delivery_timestamp: later,
  });
  const linkifier = await elsa.ok('POST', '/realm/filters', {
    pattern: 'Z(?P<id>[0-9]+)',
    url_template: 'https://example.com/{id}',
  });
  const playground = await elsa.ok('POST', '/realm/playgrounds', {
    name: 'Try it',
    pygments_language: 'Python',
    url_template: 'https://example.com/try/{code}',
  });
  const field = await elsa.ok('POST', '/realm/profile_fields', { field_type: 1, name: 'Desk' });
  const device = await elsa.ok('POST', '/register_client_device');
  const pushSubscription = await subscribe(elsa, 'https://push.example.com/elsa');
  const invitations = await makeInvitations(elsa);
  const { id: exported } = await elsa.ok('POST', '/export/realm');
  await upload(elsa, 'note.txt', 'a note');
  const { attachments } = await elsa.ok('GET', '/attachments');
  return {
    person: elsa.userId,
    channel: Number(channel.id),
    message,
    group: Number(group.group_id),
    bot: Number(bot.user_id),
    subscription: Number(subscription),
    folder: Number(folder.channel_folder_id),
    draft: Number(drafts.ids[0]),
    snippet: Number(snippet.saved_snippet_id),
    reminder: Number(reminder.reminder_id),
    scheduled: Number(answerToScheduling.scheduled_message_id),
    linkifier: Number(linkifier.id),
    playground: Number(playground.id),
    field: Number(field.id),
    device: Number(device.device_id),
    webPush: pushSubscription.id,
    ...invitations,
    exported: Number(exported),
    attachment: Number(attachments[0].id),
  };
}
