// Generates an archive in the format of Zulip's export command, of any size. All message texts are different, and each message
// has several recipients.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { source } from './contents.ts';

const PEOPLE = 50;
const CHANNELS = 10;
const TOPICS = 40;
/** The number of subscribers of each channel, who received its messages. */
const RECIPIENTS = 5;
/** Messages per file, as in real exports. */
const MESSAGES_PER_FILE = 1000;
const REALM = 1;
const NOW = 1_700_000_000;
const FIRST_RECIPIENT = 100;

const recipientsOf = (channel: number) =>
  Array.from({ length: RECIPIENTS }, (_, index) => 1 + ((channel * 7 + index * 11) % PEOPLE));

function realm() {
  const channels = Array.from({ length: CHANNELS }, (_, at) => at + 1);
  return {
    zerver_realm: [{ id: REALM, name: 'Large', string_id: 'large', date_created: NOW }],
    zerver_userprofile: Array.from({ length: PEOPLE }, (_, at) => ({
      id: at + 1,
      delivery_email: `person${at + 1}@large.example`,
      email: `person${at + 1}@large.example`,
      full_name: `Person ${at + 1}`,
      role: at === 0 ? 100 : 400,
      is_active: true,
      is_bot: false,
      date_joined: NOW,
      avatar_source: 'G',
      avatar_version: 1,
      timezone: '',
    })),
    zerver_stream: channels.map((id) => ({ id, name: `channel ${id}`, date_created: NOW, creator: 1 })),
    zerver_recipient: channels.map((id) => ({ id: FIRST_RECIPIENT + id, type: 2, type_id: id })),
    zerver_subscription: channels.flatMap((id) =>
      recipientsOf(id).map((user_profile) => ({
        user_profile,
        recipient: FIRST_RECIPIENT + id,
        active: true,
      })),
    ),
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: [],
  };
}

function messageFile(first: number, count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  const channelOf = (id: number) => 1 + (id % CHANNELS);
  return JSON.stringify({
    zerver_message: numbers.map((id) => ({
      id,
      sender: recipientsOf(channelOf(id))[id % RECIPIENTS],
      recipient: FIRST_RECIPIENT + channelOf(id),
      realm: REALM,
      subject: `topic ${id % TOPICS}`,
      content: `${source(id % 4001)} (${id})`,
      rendered_content: '<p>elsewhere</p>',
      date_sent: NOW + id,
      sending_client: 1,
      edit_history: null,
    })),
    zerver_usermessage: numbers.flatMap((id) =>
      recipientsOf(channelOf(id)).map((user_profile) => ({ user_profile, message: id, flags_mask: 1 })),
    ),
  });
}

/** Writes an archive with the given number of messages into a folder. */
export async function writeArchive(folder: string, messages: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration_status.json'), '{}');
  await writeFile(join(folder, 'realm.json'), JSON.stringify(realm()));
  for (let first = 1; first <= messages; first += MESSAGES_PER_FILE) {
    const number = String((first - 1) / MESSAGES_PER_FILE + 1).padStart(6, '0');
    const content = messageFile(first, Math.min(MESSAGES_PER_FILE, messages - first + 1));
    await writeFile(join(folder, `messages-${number}.json`), content);
  }
}
