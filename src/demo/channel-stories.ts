// The channel messages of the demo organization: several topics per channel, and a few long series, so that
// lists scroll.

import { type DemoLine, type DemoTopic, line } from './story.ts';

/** A daily note of each person in turn. */
function standup(days: number): DemoLine[] {
  const people = ['olive', 'adam', 'mona', 'mel', 'mia'];
  const doing = [
    'reviewed the queue work',
    'paired on the search index',
    'wrote the migration notes',
    'chased a flaky test',
    'talked to two users',
    'cut the release branch',
    'tidied the build',
  ];
  return Array.from({ length: days * people.length }, (_, index) => {
    const from = people[index % people.length] ?? 'olive';
    const day = Math.floor(index / people.length) + 1;
    return line(from, `Day ${day}: ${doing[(index * 3 + day) % doing.length]}.`);
  });
}

function changes(count: number): DemoLine[] {
  const kinds = ['Faster', 'Clearer', 'Safer', 'Smaller'];
  const parts = ['search', 'reactions', 'the inbox', 'exports', 'notifications', 'the log', 'uploads'];
  return Array.from({ length: count }, (_, index) =>
    line(
      index % 2 === 0 ? 'adam' : 'mia',
      `${kinds[index % kinds.length]} ${parts[index % parts.length]} (#${1200 + index}).`,
    ),
  );
}

export const demoTopics: readonly DemoTopic[] = [
  {
    channel: 'general',
    topic: 'welcome',
    lines: [
      line(
        'olive',
        'Welcome to **Parley**! Every message in a channel has a topic, so several conversations can go on at once.',
        {
          reactions: ['mel:wave', 'mia:wave', 'max:tada'],
        },
      ),
      line('mel', 'Hello everyone :wave:'),
      line('mia', 'Glad to be here. Where do I ask about the roadmap?'),
      line('olive', '@**Mia Member** in #**engineering>roadmap**, all questions welcome.', {
        starredBy: ['mia'],
      }),
      line('helper', 'I post reminders here. Write to me directly if you need one.'),
    ],
  },
  {
    channel: 'general',
    topic: 'lunch',
    lines: [
      line('max', 'Who is in for lunch at 12:30?', { reactions: ['mel:+1', 'mia:+1', 'olive:+1'] }),
      line('mel', 'Me! The place around the corner?'),
      line('mia', 'They are closed on Mondays. The soup kitchen then?', { reactions: ['max:+1'] }),
      line('max', 'Soup it is :octopus:', { editedTo: 'Soup it is, at **12:45** :octopus:' }),
      line('mona', '/me brings bread'),
      line('mel', '@**Max Member** you are a hero, and @**Adam Admin** is invited.'),
    ],
  },
  { channel: 'general', topic: 'standup', lines: standup(12) },
  {
    channel: 'engineering',
    topic: 'roadmap',
    lines: [
      line(
        'olive',
        'The next quarter in three lines:\n\n1. queues that outlive a restart\n2. search in every language\n3. a quiet inbox',
        {
          reactions: ['adam:rocket', 'mel:rocket'],
          starredBy: ['mel', 'adam'],
        },
      ),
      line('adam', 'For the second one we need `Intl.Segmenter`, see T1204.'),
      line('mel', '> a quiet inbox\n\nYes please.'),
      line('mia', 'Can the third one come first? @**Olive Owner**'),
      line('adam', '@**Mel Member** could you put numbers to it? And @**Mona Moderator**, the build times?'),
      line('olive', 'Convince me with numbers :smile:'),
      line('mia', '| week | unread |\n|---|---|\n| 41 | 320 |\n| 42 | 510 |\n| 43 | 740 |', {
        reactions: ['olive:eyes'],
      }),
    ],
  },
  {
    channel: 'engineering',
    topic: 'event queues',
    lines: [
      line(
        'adam',
        'A queue is a cursor, not a buffer:\n\n```ts\nconst events = await hub.poll({ queueId, lastEventId });\n```',
      ),
      line('mel', 'So ten thousand of them are ten thousand small rows?'),
      line('adam', 'Exactly. What a queue returns is computed when it is read.', { reactions: ['mel:bulb'] }),
      line('mona', 'And after a crash?'),
      line('adam', 'They go on where they were. See https://example.com/notes/queues for the long version.'),
      line('mel', 'Reading the log costs $$O(k)$$ in the new entries, then.'),
    ],
  },
  { channel: 'engineering', topic: 'changes', lines: changes(110) },
  {
    channel: 'engineering',
    topic: '✔ build is red',
    lines: [
      line('mona', 'The build is red since this morning.'),
      line('mel', 'My fault, a test relied on the clock. Fixed in T1199.', { reactions: ['mona:check'] }),
      line('mona', 'Green again, thanks!'),
    ],
  },
  {
    channel: 'design',
    topic: 'new logo',
    lines: [
      line('mia', 'Three drafts for the logo: a speech bubble, a bridge, an octopus.'),
      line('gus', 'The octopus :octopus:', { reactions: ['mia:octopus', 'adam:octopus'] }),
      line('adam', 'The bridge says more about us. @**Gus Guest** would you draw it?'),
      line('mia', 'Spoiler for the fourth one:\n\n```spoiler Look\nA bridge made of speech bubbles.\n```', {
        starredBy: ['gus'],
      }),
    ],
  },
  {
    channel: 'design',
    topic: 'colors',
    lines: [
      line('mia', 'Contrast of the sidebar is 3.9, we need 4.5.'),
      line('gus', 'Darker text or lighter background?'),
      line('mia', 'Darker text. ~~Tomorrow~~ Done.'),
    ],
  },
  {
    channel: 'leadership',
    topic: 'plans',
    lines: [
      line('olive', 'Let us look at hiring after the release.'),
      line('adam', 'Agreed. Two engineers, one designer.'),
    ],
  },
  {
    channel: 'announcements',
    topic: 'releases',
    lines: [
      line('olive', '@**all** The autumn release is out. Thank you, everyone!', {
        reactions: ['adam:tada', 'mona:tada', 'mel:tada', 'mia:tada', 'max:tada'],
      }),
      line('adam', 'Notes: https://example.com/releases/autumn'),
    ],
  },
  {
    channel: 'town square',
    topic: 'hello world',
    lines: [
      line('olive', 'Anyone on the web can read this channel.'),
      line('gus', 'Hello world, then!'),
      line('max', 'Good <time:2026-11-01T09:00:00Z>, world.'),
    ],
  },
  {
    channel: 'town square',
    topic: 'questions',
    lines: [
      line('gus', 'Is there a terminal client?'),
      line('mel', 'There is, and bots work too: write to @**Helper Bot**.'),
    ],
  },
];
