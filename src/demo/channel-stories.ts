// The channel messages of the demo organization: several topics per channel, and a few long series, so that
// lists scroll.

import { type DemoLine, type DemoTopic, say } from './story.ts';

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
    return say(from, `Day ${day}: ${doing[(index * 3 + day) % doing.length]}.`);
  });
}

function changes(count: number): DemoLine[] {
  const kinds = ['Faster', 'Clearer', 'Safer', 'Smaller'];
  const parts = ['search', 'reactions', 'the inbox', 'exports', 'notifications', 'the log', 'uploads'];
  return Array.from({ length: count }, (_, index) =>
    say(
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
      say(
        'olive',
        'Welcome to **Parley**! Every message in a channel has a topic, so several conversations can go on at once.',
        {
          reactions: ['mel:wave', 'mia:wave', 'max:tada'],
        },
      ),
      say('mel', 'Hello everyone :wave:'),
      say('mia', 'Glad to be here. Where do I ask about the roadmap?'),
      say('olive', '@**Mia Member** in #**engineering>roadmap**, all questions welcome.', {
        starredBy: ['mia'],
      }),
      say('helper', 'I post reminders here. Write to me directly if you need one.'),
    ],
  },
  {
    channel: 'general',
    topic: 'lunch',
    lines: [
      say('max', 'Who is in for lunch at 12:30?', { reactions: ['mel:+1', 'mia:+1', 'olive:+1'] }),
      say('mel', 'Me! The place around the corner?'),
      say('mia', 'They are closed on Mondays. The soup kitchen then?', { reactions: ['max:+1'] }),
      say('max', 'Soup it is :octopus:', { editedTo: 'Soup it is, at **12:45** :octopus:' }),
      say('mona', '/me brings bread'),
      say('mel', '@**Max Member** you are a hero, and @**Adam Admin** is invited.'),
    ],
  },
  { channel: 'general', topic: 'standup', lines: standup(12) },
  {
    channel: 'engineering',
    topic: 'roadmap',
    lines: [
      say(
        'olive',
        'The next quarter in three lines:\n\n1. queues that outlive a restart\n2. search in every language\n3. a quiet inbox',
        {
          reactions: ['adam:rocket', 'mel:rocket'],
          starredBy: ['mel', 'adam'],
        },
      ),
      say('adam', 'For the second one we need `Intl.Segmenter`, see T1204.'),
      say('mel', '> a quiet inbox\n\nYes please.'),
      say('mia', 'Can the third one come first? @**Olive Owner**'),
      say('adam', '@**Mel Member** could you put numbers to it? And @**Mona Moderator**, the build times?'),
      say('olive', 'Convince me with numbers :smile:'),
      say('mia', '| week | unread |\n|---|---|\n| 41 | 320 |\n| 42 | 510 |\n| 43 | 740 |', {
        reactions: ['olive:eyes'],
      }),
    ],
  },
  {
    channel: 'engineering',
    topic: 'event queues',
    lines: [
      say(
        'adam',
        'A queue is a cursor, not a buffer:\n\n```ts\nconst events = await hub.poll({ queueId, lastEventId });\n```',
      ),
      say('mel', 'So ten thousand of them are ten thousand small rows?'),
      say('adam', 'Exactly. What a queue returns is computed when it is read.', { reactions: ['mel:bulb'] }),
      say('mona', 'And after a crash?'),
      say('adam', 'They go on where they were. See https://example.com/notes/queues for the long version.'),
      say('mel', 'Reading the log costs $$O(k)$$ in the new entries, then.'),
    ],
  },
  { channel: 'engineering', topic: 'changes', lines: changes(110) },
  {
    channel: 'engineering',
    topic: '✔ build is red',
    lines: [
      say('mona', 'The build is red since this morning.'),
      say('mel', 'My fault, a test relied on the clock. Fixed in T1199.', { reactions: ['mona:check'] }),
      say('mona', 'Green again, thanks!'),
    ],
  },
  {
    channel: 'design',
    topic: 'new logo',
    lines: [
      say('mia', 'Three drafts for the logo: a speech bubble, a bridge, an octopus.'),
      say('gus', 'The octopus :octopus:', { reactions: ['mia:octopus', 'adam:octopus'] }),
      say('adam', 'The bridge says more about us. @**Gus Guest** would you draw it?'),
      say('mia', 'Spoiler for the fourth one:\n\n```spoiler Look\nA bridge made of speech bubbles.\n```', {
        starredBy: ['gus'],
      }),
    ],
  },
  {
    channel: 'design',
    topic: 'colors',
    lines: [
      say('mia', 'Contrast of the sidebar is 3.9, we need 4.5.'),
      say('gus', 'Darker text or lighter background?'),
      say('mia', 'Darker text. ~~Tomorrow~~ Done.'),
    ],
  },
  {
    channel: 'leadership',
    topic: 'plans',
    lines: [
      say('olive', 'Let us look at hiring after the release.'),
      say('adam', 'Agreed. Two engineers, one designer.'),
    ],
  },
  {
    channel: 'announcements',
    topic: 'releases',
    lines: [
      say('olive', '@**all** The autumn release is out. Thank you, everyone!', {
        reactions: ['adam:tada', 'mona:tada', 'mel:tada', 'mia:tada', 'max:tada'],
      }),
      say('adam', 'Notes: https://example.com/releases/autumn'),
    ],
  },
  {
    channel: 'town square',
    topic: 'hello world',
    lines: [
      say('olive', 'Anyone on the web can read this channel.'),
      say('gus', 'Hello world, then!'),
      say('max', 'Good <time:2026-11-01T09:00:00Z>, world.'),
    ],
  },
  {
    channel: 'town square',
    topic: 'questions',
    lines: [
      say('gus', 'Is there a terminal client?'),
      say('mel', 'There is, and bots work too: write to @**Helper Bot**.'),
    ],
  },
];
