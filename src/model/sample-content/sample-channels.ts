// The sample content: two channels with topics and messages that show what topics, polls, task lists, code, formulas
// and reactions are for. Everything is in the language of the organization and written by Welcome Bot.

import { languageWithTexts, type ServerText, serverTexts } from '../../texts/server-texts.ts';

export interface SampleMessage {
  /** Markdown. */
  readonly text: string;
  /** The emoji with which Welcome Bot reacts, by name. */
  readonly reaction?: string;
}

export interface SampleTopic {
  readonly name: string;
  readonly messages: readonly SampleMessage[];
}

/** Which channel of the content it is, in every language. The database contains these names. */
export type SampleChannelKey = 'project' | 'everyday';

export interface SampleChannelContent {
  readonly key: SampleChannelKey;
  readonly name: string;
  readonly description: string;
  readonly topics: readonly SampleTopic[];
}

const CODE = `\`\`\`javascript
const prices = [19.99, 5.01, 3];
const total = prices.reduce((sum, price) => sum + price, 0);
console.log(total.toFixed(2)); // 28.00
\`\`\``;

const FORMULA = `\`\`\`math
\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i
\`\`\``;

function widget(command: 'poll' | 'todo', title: string, rows: readonly string[]): string {
  return [`/${command} ${title}`, ...rows].join('\n');
}

function projectChannel(text: ServerText): SampleChannelContent {
  return {
    key: 'project',
    name: text('sample.projectName'),
    description: text('sample.description'),
    topics: [
      {
        name: text('sample.topicsTopic'),
        messages: [
          { text: text('sample.topicsFirst') },
          { text: text('sample.topicsSecond') },
          { text: text('sample.topicsThird'), reaction: 'thumbs_up' },
        ],
      },
      {
        name: text('sample.dateTopic'),
        messages: [
          { text: text('sample.dateFirst') },
          {
            text: widget('poll', text('sample.datePoll'), [
              text('sample.dateMonday'),
              text('sample.dateThursday'),
              text('sample.dateLater'),
            ]),
          },
          { text: text('sample.dateTasks') },
          {
            text: widget('todo', text('sample.taskList'), [
              text('sample.taskTexts'),
              text('sample.taskTest'),
              text('sample.taskTell'),
            ]),
          },
        ],
      },
      {
        name: text('sample.codeTopic'),
        messages: [
          { text: `${text('sample.codeFirst')}\n\n${CODE}`, reaction: 'tada' },
          { text: `${text('sample.codeFormula')}\n\n${FORMULA}` },
        ],
      },
    ],
  };
}

function everydayChannel(text: ServerText): SampleChannelContent {
  return {
    key: 'everyday',
    name: text('sample.everydayName'),
    description: text('sample.description'),
    topics: [
      {
        name: text('sample.lunchTopic'),
        messages: [
          { text: text('sample.lunchFirst') },
          {
            text: widget('poll', text('sample.lunchPoll'), [
              text('sample.lunchSoup'),
              text('sample.lunchPizza'),
              text('sample.lunchSalad'),
            ]),
            reaction: 'yum',
          },
        ],
      },
      {
        name: text('sample.formatTopic'),
        messages: [
          { text: text('sample.formatFirst') },
          { text: text('sample.formatSecond'), reaction: 'heart' },
        ],
      },
    ],
  };
}

/** The content in the language of a `default_language`. */
export function sampleContentIn(language: string): readonly SampleChannelContent[] {
  const text = serverTexts(languageWithTexts(language));
  return [projectChannel(text), everydayChannel(text)];
}
