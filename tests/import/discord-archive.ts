// A small DiscordChatExporter export, with the fields of version 2.46.

import type { Files } from './service-archives.ts';

const user = (id: string, name: string, more = {}) => ({
  id,
  name,
  discriminator: '0000',
  nickname: `${name} Sailor`,
  color: null,
  isBot: false,
  roles: [],
  avatarUrl: 'https://cdn.discordapp.com/embed/avatars/0.png',
  ...more,
});
export const ann = user('1', 'ann');
export const ben = user('2', 'ben', { avatarUrl: 'Ship - general [70].json_Files\\ben-AB12C.png' });
const deletedUser = user('4', 'deleted_user_0a1b2c3d', { nickname: 'Deleted User' });

export const wrote = (id: string, by: object, content: string, more = {}) => ({
  id,
  type: 'Default',
  timestamp: `2023-05-01T10:00:0${id.at(-1)}.000+00:00`,
  timestampEdited: null,
  callEndedTimestamp: null,
  isPinned: false,
  content,
  author: by,
  attachments: [],
  components: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  inlineEmojis: [],
  ...more,
});

export const channelFile = (
  channel: object,
  messages: readonly unknown[],
  guild: object = { id: '9', name: 'Ship', iconUrl: '' },
) => ({
  guild,
  channel: { type: 'GuildTextChat', categoryId: null, category: null, topic: null, ...channel },
  dateRange: { after: null, before: null },
  exportedAt: '2023-06-01T00:00:00+00:00',
  messages,
  messageCount: messages.length,
});

const gull = {
  id: '800',
  name: 'SeaGull',
  code: 'SeaGull',
  isAnimated: false,
  imageUrl: 'Ship - general [70].json_Files/SeaGull-1.png',
};
const thumb = { id: '', name: '👍🏽', code: 'thumbsup', isAnimated: false, imageUrl: '' };

export function discordFiles(): Files {
  return {
    'Ship - general [70].json': channelFile({ id: '70', name: 'general', topic: 'All "messages": [ here' }, [
      wrote('100', ann, 'Who sails @ben Sailor in __the__ _bay_? @everyone :SeaGull:', {
        mentions: [ben],
        isPinned: true,
        inlineEmojis: [gull],
      }),
      wrote('101', ben, '@ann Sailor I do, and @annabel in #general', {
        type: 'Reply',
        mentions: [user('1', 'ann')],
        reference: { type: 'Default', messageId: '100', channelId: '70', guildId: '9' },
        timestampEdited: '2023-05-01T11:00:00+00:00',
        reactions: [
          { emoji: thumb, count: 3, users: [ann] },
          { emoji: gull, count: 1, users: [ben] },
          { emoji: { ...gull, id: '801', name: 'lost', imageUrl: '' }, count: 2, users: [ann, ben] },
        ],
        attachments: [
          { id: '300', url: 'Ship - general [70].json_Files\\plan-612A2.txt', fileName: 'plan.txt' },
          { id: '301', url: '../../../../etc/passwd', fileName: 'passwd' },
        ],
      }),
      wrote('102', ann, 'Joined the server.', { type: 'GuildMemberJoin' }),
      wrote('103', user('3', 'tide', { isBot: true }), '', {
        embeds: [
          {
            title: 'High water',
            url: 'https://tide.example',
            description: 'at *noon*',
            fields: [{ name: 'm', value: '4', isInline: true }],
            image: { url: 'x.png', canonicalUrl: 'https://tide.example/curve.png' },
            footer: { text: 'tides' },
          },
        ],
        components: [
          {
            type: 'ActionRow',
            components: [
              { type: 'Button', label: 'Table', url: 'https://tide.example/table' },
              { type: 'Button', label: 'Again', url: null, customId: 'x' },
            ],
          },
        ],
      }),
      wrote('104', ann, '', {
        reference: { type: 'Forward', messageId: '999' },
        forwardedMessage: {
          timestamp: '2023-04-01T10:00:00+00:00',
          content: 'from\nafar',
          attachments: [{ id: '302', url: 'Ship - general [70].json_Files/map%20.png', fileName: 'map.png' }],
          embeds: [],
          stickers: [],
        },
      }),
      wrote('105', ann, 'see https://tide.example/today <t:1682935200:R>', {
        embeds: [{ title: 'Tides', url: 'https://tide.example/today', description: 'a preview', fields: [] }],
      }),
    ]),
    'Ship - general - rope [71].json': channelFile(
      { id: '71', type: 'GuildPublicThread', name: 'rope', categoryId: '70', category: 'general' },
      [wrote('206', deletedUser, '`a __b__` and >>> no')],
    ),
    'Ship - general - rope [74].json': channelFile(
      { id: '74', type: 'GuildPublicThread', name: 'rope', categoryId: '70', category: 'general' },
      [wrote('207', ann, 'another rope')],
    ),
    'Ship - vault [72].json': channelFile(
      { id: '72', type: 'GuildPrivateThread', name: 'key', categoryId: '70', category: 'general' },
      [wrote('308', ann, '>>> one\ntwo')],
    ),
    'Direct Messages - ben [73].json': channelFile(
      { id: '73', type: 'DirectTextChat', name: 'ben' },
      [wrote('409', ann, 'ahoy'), wrote('419', ben, 'ahoy')],
      { id: '0', name: 'Direct Messages' },
    ),
    'Ship - general [70].json_Files/plan-612A2.txt': 'the plan',
    'Ship - general [70].json_Files/map .png': 'x',
    'Ship - general [70].json_Files/SeaGull-1.png': 'x',
    'Ship - general [70].json_Files/ben-AB12C.png': 'x',
  };
}
