// An organization with one of everything, created through the API in addition to the demo's contents.

import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { png, sendFiles, upload } from '../uploads/support.ts';

/** Fills the demo organization of a server; returns the values that tests search for. */
export async function fillOrganization(server: TestServer) {
  const [olive, mel, mia, max] = await Promise.all([
    server.as('olive'),
    server.as('mel'),
    server.as('mia'),
    server.as('max'),
  ]);
  await mel.ok('POST', '/channels/create', {
    name: 'harbour',
    description: 'Of **ships**',
    subscribers: [mel.userId, mia.userId, max.userId],
    is_private: true,
    history_public_to_subscribers: false,
  });
  const idOf = async (name: string) => (await mel.ok('GET', '/get_stream_id', { stream: name })).stream_id;
  const harbour = await idOf('harbour');
  const report = await upload(mel, 'report.txt', 'Copper is up.');
  const photo = await upload(mel, 'photo.png', await png(900, 700));
  const avatar = await sendFiles(mel, '/users/me/avatar', [{ name: 'mel.png', bytes: await png(64, 64) }]);
  const emoji = await sendFiles(olive, '/realm/emoji/heron', [{ name: 'h.png', bytes: await png(32, 32) }]);
  const icon = await sendFiles(olive, '/realm/icon', [{ name: 'i.png', bytes: await png(80, 80) }]);
  assert.deepEqual([avatar.status, emoji.status, icon.status], [200, 200, 200]);
  const first = await mel.sendToChannel(
    'harbour',
    'tides',
    `Zirconium, says [the report](${report.url}) @**Mia Member**`,
  );
  await mel.sendToChannel('harbour', 'tides', `[photo](${photo.url}) :heron: $$x^2$$ and \`code\``);
  await max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['harbour'] });
  await mel.sendToChannel('harbour', 'tides', 'while Max was away, see #**harbour>tides**');
  await mel.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'harbour' }],
    principals: [max.userId],
  });
  await mel.ok('PATCH', `/messages/${first}`, { topic: 'ebb', propagate_mode: 'change_one' });
  await mel.ok('PATCH', `/messages/${first}`, { content: `Hafnium, says [the report](${report.url})` });
  await mia.ok('POST', `/messages/${first}/reactions`, { emoji_name: 'heron' });
  await mia.ok('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
  await mia.ok('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
  await mia.sendDirect([mel.userId, max.userId], 'for the three of us');
  const poll = await mel.sendToChannel('general', 'lunch', '/poll Where?\nNorth\nSouth');
  await mia.ok('POST', '/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'new_option', idx: 1, option: 'West' }),
  });
  await mel.ok('POST', '/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'vote', key: `${mia.userId},1`, vote: 1 }),
  });
  await mia.ok('POST', `/messages/${poll}/pin`);
  await mel.ok('POST', `/streams/${await idOf('general')}/pinned_topics`, { topic: 'lunch' });
  await mia.ok('POST', '/users/me/muted_direct_conversations', { user_ids: [mel.userId, max.userId] });
  await mel.ok('POST', '/drafts', {
    drafts: [
      { type: 'stream', to: [harbour], topic: 'tides', content: 'not yet', timestamp: 1_700_000_000 },
      { type: 'private', to: [mia.userId], topic: '', content: 'nor this', timestamp: 1_700_000_001 },
    ],
  });
  const later = Math.floor(Date.now() / 1000) + 400_000;
  await mel.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [mia.userId],
    content: 'later',
    scheduled_delivery_timestamp: later,
  });
  await mia.ok('POST', '/reminders', { message_id: first, scheduled_delivery_timestamp: later, note: 'ask' });
  await mel.ok('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you!' });
  await mel.ok('POST', '/navigation_views', {
    fragment: `narrow/channel/${harbour}-harbour/topic/tides`,
    is_pinned: true,
    name: 'Tides',
  });
  await mel.ok('POST', '/user_topics', { stream_id: harbour, topic: 'tides', visibility_policy: 3 });
  await mia.ok('POST', '/users/me/alert_words', { alert_words: ['copper'] });
  await mia.ok('POST', `/users/me/muted_users/${max.userId}`);
  await mel.ok('POST', '/users/me/status', { status_text: 'afloat', emoji_name: 'heron' });
  await mel.ok('PATCH', '/settings', { twenty_four_hour_time: true, color_scheme: 2 });
  await olive.ok('PATCH', '/realm', {
    description: 'Of **water**',
    message_content_edit_limit_seconds: 3600,
  });
  await olive.ok('POST', '/realm/filters', {
    pattern: 'ship #(?P<n>[0-9]+)',
    url_template: 'https://example.com/ships/{n}',
  });
  await olive.ok('POST', '/realm/playgrounds', {
    name: 'Rust',
    pygments_language: 'Rust',
    url_template: 'https://example.com/?code={code}',
  });
  const motto = await olive.ok('POST', '/realm/profile_fields', { name: 'Boat', field_type: 1 });
  const mates = await olive.ok('POST', '/realm/profile_fields', { name: 'Mates', field_type: 6 });
  await mia.ok('PATCH', '/users/me/profile_data', {
    data: [
      { id: motto.id, value: 'Dinghy' },
      { id: mates.id, value: [mel.userId, max.userId] },
    ],
  });
  await olive.ok('POST', '/realm/domains', { domain: 'harbour.example', allow_subdomains: true });
  const { group_id: crew } = await olive.ok('POST', '/user_groups/create', {
    name: 'crew',
    description: 'Who rows',
    members: [mel.userId, mia.userId],
  });
  await mel.sendToChannel('general', 'lunch', '@*crew* comes too');
  await mel.ok('PATCH', `/streams/${harbour}`, {
    can_add_subscribers_group: { new: { direct_members: [mel.userId], direct_subgroups: [crew] } },
  });
  const { channel_folder_id } = await olive.ok('POST', '/channel_folders/create', { name: 'water' });
  await mel.ok('PATCH', `/streams/${harbour}`, { folder_id: channel_folder_id });
  await olive.ok('POST', '/default_stream_groups/create', {
    group_name: 'Shore',
    description: 'All of it',
    stream_names: JSON.stringify(['design']),
  });
  await olive.ok('POST', '/invites', {
    invitee_emails: 'otto@example.com',
    stream_ids: [],
    invite_expires_in_minutes: 9000,
  });
  await olive.ok('POST', '/invites/multiuse', { stream_ids: [await idOf('general')] });
  await mel.ok('POST', '/bots', { full_name: 'Buoy', short_name: 'buoy', bot_type: 1 });
  return { people: { olive, mel, mia, max }, harbour, first, report, photo, poll };
}
