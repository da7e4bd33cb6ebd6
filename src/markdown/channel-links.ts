// Rules for links to channels (`#**design**`), topics (`#**design>new logo**`) and messages (`#**design>new logo@214**`).

import { element, type HtmlNode, plain } from './html.ts';
import type { InlineRule, InlineScope } from './inline-parse.ts';
import { channelUrl, messageUrl, topicUrl } from './narrow-url.ts';

export const CHANNEL_LINK = /(?<![^\s'"({/<])#\*\*([^*]+)\*\*/g;
const TOPIC = /^([^>]+)>([\s\S]*)$/;
const MESSAGE = /^([^>]+)>([\s\S]*)@(\d{1,15})$/;

export const channelLinks: InlineRule = {
  name: 'channel link',
  trigger: '#**',
  apply: (text, run, scope) =>
    text.replace(CHANNEL_LINK, (source, target: string) => {
      const typed = run.restore(target);
      const node = messageNode(typed, scope) ?? topicNode(typed, scope) ?? channelNode(typed, scope);
      return node === undefined ? source : run.placeholderFor(node, source);
    }),
};

/** The channel and topic in a target between the stars, if it has that form. */
export function topicTarget(
  target: string,
): { readonly channelName: string; readonly topic: string } | undefined {
  const [, channelName, topic] = TOPIC.exec(target) ?? [];
  return channelName === undefined || topic === undefined ? undefined : { channelName, topic };
}

function messageNode(target: string, { lookup }: InlineScope): HtmlNode | undefined {
  const [, channelName, topic = '', id] = MESSAGE.exec(target) ?? [];
  const channel = channelName === undefined ? undefined : lookup.channel(channelName);
  if (channel === undefined) return undefined;
  return link('message-link', `/${messageUrl(channel, topic, Number(id))}`, [
    ...topicLabel(channel.name, topic),
    plain(' @ 💬'),
  ]);
}

function topicNode(target: string, { lookup }: InlineScope): HtmlNode | undefined {
  const found = topicTarget(target);
  const channel = found === undefined ? undefined : lookup.channel(found.channelName);
  if (found === undefined || channel === undefined) return undefined;
  const newest = lookup.newestMessageInTopic(channel.id, found.topic);
  const url = `/${topicUrl(channel, found.topic, newest)}`;
  return link('stream-topic', url, topicLabel(channel.name, found.topic), channel.id);
}

function channelNode(target: string, { lookup }: InlineScope): HtmlNode | undefined {
  const channel = lookup.channel(target);
  if (channel === undefined) return undefined;
  return link('stream', `/${channelUrl(channel)}`, [plain(`#${channel.name}`)], channel.id);
}

function topicLabel(channelName: string, topic: string): HtmlNode[] {
  if (topic !== '') return [plain(`#${channelName} > ${topic}`)];
  return [plain(`#${channelName} > `), element('em', {}, [plain('general chat')])];
}

function link(className: string, href: string, children: HtmlNode[], channelId?: number): HtmlNode {
  const id = channelId === undefined ? undefined : String(channelId);
  const attributes = { class: className, 'data-stream-id': id, href };
  return element('a', attributes, children, { kind: 'link', url: href, text: '', isBare: false });
}
