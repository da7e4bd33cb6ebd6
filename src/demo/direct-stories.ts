// The direct messages of the demo organization.

import { type DemoConversation, say } from './story.ts';

export const demoConversations: readonly DemoConversation[] = [
  {
    people: ['mel', 'mia'],
    lines: [
      say('mel', 'Do you have a minute for the table in #**engineering>roadmap**?'),
      say('mia', 'Sure, in ten?'),
      say('mel', 'Perfect.', { reactions: ['mia:+1'] }),
      say('mia', 'The numbers of week 44 are in: **910**.', { starredBy: ['mel'] }),
      say('mel', 'Ouch. That settles it.'),
    ],
  },
  {
    people: ['mel', 'mia', 'max'],
    lines: [
      say('max', 'Shall we three take the onboarding talk?'),
      say('mia', 'I can do the slides.'),
      say('mel', 'And I the demo. @**Max Member** you open?'),
      say('max', 'Deal.', { reactions: ['mel:handshake', 'mia:handshake'] }),
    ],
  },
  { people: ['mel', 'helper'], lines: [say('mel', 'remind me of the talk'), say('helper', 'I will.')] },
  {
    people: ['olive', 'adam'],
    lines: [say('olive', 'Could you look after the domains?'), say('adam', 'Done already.')],
  },
];
