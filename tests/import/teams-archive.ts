// Small responses of Microsoft's Graph API about a team, also as PowerShell writes them.

import type { Files } from './service-archives.ts';

export const TEAM = '1d513e46-d8cd-41db-b84f-381fe5730794';
const GENERAL = '19:general@thread.tacv2';
const SECRET = '19:secret@thread.tacv2';
const ids = {
  Ann: '3c6ee395-529d-4681-b5f7-582c707570f6',
  Ben: '88cbf3c2-0810-4d32-aa19-863c12bf7be9',
  Cleo: '16741626-4cd8-46cc-bf36-42ecc2b5fdce',
  Dan: '9bd4aca7-99cf-4b1b-a16d-e25717dc9414',
} as const;
const CHAT = `19:${ids.Ann}_${ids.Ben}@unq.gbl.spaces`;

/** A message of Ann, Ben, Cleo or Dan in the channel General. */
export const sent = (id: number, by: keyof typeof ids, content: string, more = {}) => ({
  id: String(1_682_935_200_000 + id),
  replyToId: null,
  messageType: 'message',
  createdDateTime: `2023-05-01T10:00:0${id % 10}.25Z`,
  lastEditedDateTime: null,
  deletedDateTime: null,
  subject: null,
  chatId: null,
  from: {
    application: null,
    device: null,
    user: { id: ids[by], displayName: by === 'Dan' ? null : `${by} Sailor`, userIdentityType: 'aadUser' },
  },
  body: { contentType: 'html', content },
  channelIdentity: { teamId: TEAM, channelId: GENERAL },
  attachments: [],
  mentions: [],
  reactions: [],
  eventDetail: null,
  ...more,
});
const inSecret = { channelIdentity: { teamId: TEAM, channelId: SECRET } };
const inChat = { channelIdentity: null, chatId: CHAT };
const member = (name: keyof typeof ids, roles: string[] = []) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  id: `m-${name}`,
  userId: ids[name],
  displayName: `${name} Sailor`,
  email: `${name.toLowerCase()}@ship.example`,
  roles,
});
const context = (path: string) => `https://graph.microsoft.com/v1.0/$metadata#${path}`;
const root = String(1_682_935_200_001);
const mentionOf = (id: number, name: keyof typeof ids, text: string) => ({
  id,
  mentionText: text,
  mentioned: { user: { id: ids[name] }, conversation: null },
});

export function teamsFiles(): Files {
  return {
    'team.json': { id: TEAM, displayName: 'Ship', memberSettings: {}, internalId: GENERAL },
    'users.json': {
      value: [
        { id: ids.Cleo, userPrincipalName: 'cleo_sea.example#EXT#@ship.example', displayName: 'Cleo' },
        {
          id: ids.Dan,
          userPrincipalName: 'dan@ship.example',
          displayName: 'Dan Sailor',
          mail: 'dan@ship.example',
        },
      ],
    },
    'members.json': {
      '@odata.context': context(`teams('${TEAM}')/members`),
      value: [member('Ann', ['owner']), member('Ben'), { ...member('Cleo', ['guest']), email: null }],
    },
    'secret-members.json': {
      '@odata.context': context(`teams('${TEAM}')/channels('${encodeURIComponent(SECRET)}')/members`),
      value: [member('Ben', ['owner'])],
    },
    'channels.json': {
      value: [
        { id: GENERAL, displayName: 'General', membershipType: 'standard', description: 'All' },
        { id: SECRET, displayName: 'Secret', membershipType: 'private', description: null },
      ],
    },
    'messages-1.json': {
      '@odata.context': context(`teams('${TEAM}')/channels('x')/messages`),
      '@odata.count': 9,
      value: [
        sent(6, 'Ann', '<div>Later</div>', { replyToId: root }),
        sent(5, 'Ann', '', { messageType: 'unknownFutureValue', from: null, eventDetail: {} }),
        sent(4, 'Ann', 'x', { deletedDateTime: '2023-05-01T12:00:00Z' }),
        sent(3, 'Ann', '<p>Plan</p><attachment id="a1"></attachment>', {
          attachments: [
            {
              id: 'a1',
              contentType: 'reference',
              contentUrl: 'https://ship.sharepoint.com/plan (1).docx',
              name: 'plan.docx',
            },
          ],
        }),
        sent(
          1,
          'Ann',
          '<div><p>Who <strong>sails</strong>, <at id="0">Ben</at>&nbsp;<at id="1">Sailor</at>? <at id="2">General</at> a &amp; b *c*</p></div>',
          {
            mentions: [
              mentionOf(0, 'Ben', 'Ben'),
              mentionOf(1, 'Ben', 'Sailor'),
              {
                id: 2,
                mentioned: { user: null, conversation: { id: GENERAL, conversationIdentityType: 'channel' } },
              },
            ],
            reactions: [
              { reactionType: 'like', user: { user: { id: ids.Ben } } },
              { reactionType: '🚀', displayName: 'Rocket', user: { user: { id: ids.Ann } } },
              { reactionType: 'custom', displayName: 'gull', user: { user: { id: ids.Ann } } },
            ],
            replies: [
              sent(2, 'Ben', '<p>I <a href="https://x.example/(a)"><b>do</b></a></p>', {
                replyToId: root,
                lastEditedDateTime: '2023-05-01T11:00:00Z',
                channelIdentity: null,
              }),
            ],
          },
        ),
        sent(7, 'Dan', '<codeblock class="Rust"><code>a &lt; b<br>c</code></codeblock>', {
          subject: 'Code',
          ...inSecret,
        }),
        sent(8, 'Ben', '<attachment id="c"></attachment>', {
          ...inSecret,
          from: { user: null, application: { id: 'app-1', displayName: 'Builds' } },
          attachments: [
            {
              id: 'c',
              contentType: 'application/vnd.microsoft.card.adaptive',
              content: JSON.stringify({
                body: [{ text: 'Build *7*' }, { facts: [{ title: 'Branch', value: 'main' }] }],
              }),
            },
          ],
        }),
      ],
    },
    'messages-2.json': [
      sent(2, 'Ben', '<p>I do</p>', { replyToId: root }),
      sent(9, 'Ben', 'plain *text*', { ...inChat, body: { contentType: 'text', content: 'plain *text*' } }),
    ],
  };
}

/** The same with the capitalized names of PowerShell. */
export function withCapitals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCapitals);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.startsWith('@') ? name : `${name[0]?.toUpperCase()}${name.slice(1)}`,
      withCapitals(one),
    ]),
  );
}
