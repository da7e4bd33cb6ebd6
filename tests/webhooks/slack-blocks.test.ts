// Slack's markup, blocks and attachments as Markdown: every documented type, and unknown types.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PayloadField } from '../../src/model/incoming-webhooks/payload-field.ts';
import { fromSlackMarkup } from '../../src/model/incoming-webhooks/slack-markup.ts';
import { slackMessageText } from '../../src/model/incoming-webhooks/slack-text.ts';

const markdownOf = (message: unknown) => slackMessageText(new PayloadField(message));

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text });
const richText = (text: string, style?: unknown) => ({ type: 'text', text, style });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });
const rich = (...elements: unknown[]) => ({ type: 'rich_text', elements });

const markup = {
  'Tom &amp; &lt;b&gt;': 'Tom & <b>',
  '&amp;lt;': '&lt;',
  '<!here> <!channel> <!everyone|all>': '@**all** @**all** @**all**',
  '<@U1> <@U2|mia> <#C1|lamps> <#C2>': '**@U1** **@mia** **#lamps** **#C2**',
  '<!subteam^S1|@night-watch>': '**@night-watch**',
  '<!date^1700000000^{date_num}|long ago>': '<time:2023-11-14T22:13:20Z>',
  '<!date^soon^{date_num}|long ago>': 'long ago',
  '<!unknown^1|words>': 'words',
  '<https://x.example/?a=1&amp;b=2|the &lt;log&gt;>': '[the <log>](https://x.example/?a=1&b=2)',
  '*<https://x.example|log>* ~gone~ _*both*_': '**[log](https://x.example)** ~~gone~~ ***both***',
  '<mailto:mel@x.example|Mel> <tel:+491|call>': '[Mel](mailto:mel@x.example) call',
  'a `*b* &lt; <https://x.example|c>` d': 'a `*b* < c` d',
  'see ```*a*\n&amp; b``` after': 'see \n```\n*a*\n& b\n```\n after',
  '&gt; quoted': '> quoted',
  ':wave::skin-tone-3: hi': ':wave: hi',
};

test('Slack markup becomes Markdown', () => {
  for (const [slack, ours] of Object.entries(markup)) assert.equal(fromSlackMarkup(slack), ours);
});

const blocks: readonly [name: string, block: unknown, text: string][] = [
  [
    'a section with a button',
    {
      type: 'section',
      text: mrkdwn('a'),
      accessory: { type: 'button', text: plain('Go'), url: 'https://x.example' },
    },
    'a\n[Go](https://x.example)',
  ],
  [
    'a section with a menu',
    { type: 'section', text: mrkdwn('a'), accessory: { type: 'overflow', options: [] } },
    'a',
  ],
  [
    'an image by its title',
    { type: 'image', image_url: 'https://x.example/c.png', title: plain('Cat'), alt_text: '' },
    '[Cat](https://x.example/c.png)',
  ],
  [
    'an image by its file',
    { type: 'image', slack_file: { url: 'https://x.example/d.png?v=1' }, alt_text: '' },
    '[d.png](https://x.example/d.png?v=1)',
  ],
  ['an image without a URL', { type: 'image', image_url: '', alt_text: 'cat' }, ''],
  [
    'buttons',
    {
      type: 'actions',
      elements: [
        { type: 'button', text: plain('One'), url: 'https://x.example/1' },
        { type: 'button', text: plain('Two'), value: 'x' },
        { type: 'button', text: plain('Three'), url: 'https://x.example/3' },
      ],
    },
    '[One](https://x.example/1) · [Three](https://x.example/3)',
  ],
  [
    'a context',
    {
      type: 'context',
      elements: [mrkdwn('*a*'), { type: 'image', image_url: 'https://x.example/i', alt_text: 'i' }],
    },
    '**a**\n[i](https://x.example/i)',
  ],
  ['a divider', { type: 'divider' }, '----'],
  ['Markdown', { type: 'markdown', text: '**a** &amp; *b*' }, '**a** &amp; *b*'],
  [
    'a table',
    {
      type: 'table',
      rows: [
        [
          { type: 'raw_text', text: 'Name' },
          { type: 'raw_text', text: 'a|b' },
        ],
        [{ type: 'rich_text', elements: [section(richText('bold', { bold: true }))] }],
      ],
    },
    '| Name | a\\|b |\n|-|-|\n| **bold** |  |',
  ],
  ['an empty table', { type: 'table', rows: [] }, ''],
  [
    'a video',
    {
      type: 'video',
      title: plain('How'),
      title_url: 'https://x.example/v',
      video_url: 'https://x.example/e',
      author_name: 'Mel',
      description: plain('Light it'),
    },
    '[How](https://x.example/v)\nMel\nLight it',
  ],
  ['a file', { type: 'file', external_id: 'F1', source: 'remote' }, ''],
  [
    'an input',
    { type: 'input', label: plain('Your name'), element: { type: 'plain_text_input' } },
    'Your name',
  ],
  [
    'an unknown block',
    { type: 'hologram', title: plain('Lamp'), text: mrkdwn('*lit*'), volume: 3 },
    'Lamp\n**lit**',
  ],
  ['an unknown block without text', { type: 'hologram', volume: 3 }, ''],
  [
    'rich text in all styles',
    rich(
      section(
        richText('a ', { bold: true }),
        richText('b', { italic: true }),
        richText(' c', { strike: true }),
        richText('d`', { code: true }),
        richText(' e', { bold: true, italic: true }),
      ),
    ),
    "**a** *b* ~~c~~`d'` ***e***",
  ],
  [
    'rich text of all kinds',
    rich(
      section(
        { type: 'link', url: 'https://x.example' },
        richText(' '),
        { type: 'link', url: 'https://x.example', text: 'log', style: { bold: true } },
        richText(' '),
        { type: 'user', user_id: 'U1' },
        { type: 'usergroup', usergroup_id: 'S1' },
        { type: 'channel', channel_id: 'C1' },
        richText(' '),
        { type: 'broadcast', range: 'here' },
        { type: 'emoji', name: 'tada', unicode: '1f389' },
        { type: 'date', timestamp: 1_700_000_000, format: '{date}' },
        { type: 'date', timestamp: 'x', fallback: 'then' },
        { type: 'color', value: '#ff0000' },
        { type: 'hologram', text: '!' },
      ),
    ),
    'https://x.example **[log](https://x.example)** **@U1****@S1****#C1** @**all**:tada:<time:2023-11-14T22:13:20Z>then#ff0000!',
  ],
  [
    'lists of two levels',
    rich(
      { type: 'rich_text_list', style: 'bullet', elements: [section(richText('a')), section(richText('b'))] },
      { type: 'rich_text_list', style: 'ordered', indent: 1, offset: 2, elements: [section(richText('c'))] },
    ),
    '* a\n* b\n  3. c',
  ],
  [
    'a quote and code',
    rich(
      section(richText('said:\n')),
      { type: 'rich_text_quote', elements: [richText('a\nb')] },
      { type: 'rich_text_preformatted', language: 'js', elements: [richText('*c*')] },
    ),
    'said:\n\n> a\n> b\n\n``` js\n*c*\n```',
  ],
  [
    'code without a language',
    rich({ type: 'rich_text_preformatted', elements: [{ type: 'link', url: 'https://x.example' }] }),
    '```\nhttps://x.example\n```',
  ],
];

for (const [name, block, text] of blocks) {
  test(`a block: ${name}`, () => assert.equal(markdownOf({ blocks: [block] }), text));
}

test('blocks replace the text, which is shown if they are empty', () => {
  assert.equal(
    markdownOf({ text: 'in short', blocks: [{ type: 'section', text: mrkdwn('at length') }] }),
    'at length',
  );
  assert.equal(markdownOf({ text: 'in short', blocks: [{ type: 'hologram' }] }), 'in short');
});

test('unreadable parts never lose the text', () => {
  for (const odd of [
    1,
    'x',
    {},
    [1],
    [null],
    [{ type: 'section', text: 5 }],
    [{ type: 'rich_text', elements: [{ type: 'rich_text_list', elements: [7] }] }],
    [{ type: 'table', rows: [[{}], 5] }],
  ]) {
    assert.equal(markdownOf({ text: '*still* here', blocks: odd }), '**still** here');
    assert.equal(
      markdownOf({ text: '*still* here', attachments: Array.isArray(odd) ? [{ fields: odd }] : odd }),
      '**still** here',
    );
  }
});

test('attachments become Markdown', () => {
  const text = (attachment: unknown) => markdownOf({ attachments: [attachment] });
  assert.equal(text({ image_url: '', thumb_url: '', title: '', color: 'danger' }), '');
  assert.equal(
    text({ image_url: 'https://x.example/a/graph.png?x=1' }),
    '[graph.png](https://x.example/a/graph.png?x=1)',
  );
  assert.equal(text({ fallback: 'in *short*' }), 'in **short**');
  assert.equal(
    text({ author_name: 'Mel', author_link: 'https://x.example/mel', text: 'a &amp; b', fallback: 'x' }),
    '[Mel](https://x.example/mel)\n\na & b',
  );
  assert.equal(
    text({
      text: 'a',
      actions: [
        { type: 'button', text: 'Open', url: 'https://x.example' },
        { type: 'button', text: 'Ack', name: 'ack' },
      ],
    }),
    'a\n\n[Open](https://x.example)',
  );
  assert.equal(
    text({
      fields: [
        { title: 'State', value: '~red~' },
        { title: '', value: 7 },
      ],
    }),
    '*State*: ~~red~~\n7',
  );
});
