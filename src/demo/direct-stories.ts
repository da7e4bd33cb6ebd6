// The direct messages of the demo organization.

import { type DemoConversation, line } from './story.ts';

export const demoConversations: readonly DemoConversation[] = [
  {
    people: ['mel', 'mia'],
    lines: [
      line('mel', 'Do you have a minute for the table in #**engineering>roadmap**?'),
      line('mia', 'Sure, in ten?'),
      line('mel', 'Perfect.', { reactions: ['mia:+1'] }),
      line('mia', 'The numbers of week 44 are in: **910**.', { starredBy: ['mel'] }),
      line('mel', 'Ouch. That settles it.'),
    ],
  },
  {
    people: ['mel', 'mia', 'max'],
    lines: [
      line('max', 'Shall we three take the onboarding talk?'),
      line('mia', 'I can do the slides.'),
      line('mel', 'And I the demo. @**Max Member** you open?'),
      line('max', 'Deal.', { reactions: ['mel:handshake', 'mia:handshake'] }),
    ],
  },
  { people: ['mel', 'helper'], lines: [line('mel', 'remind me of the talk'), line('helper', 'I will.')] },
  {
    people: ['olive', 'adam'],
    lines: [line('olive', 'Could you look after the domains?'), line('adam', 'Done already.')],
  },
];
