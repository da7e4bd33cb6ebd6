// What the sections of the browser's bench are given: a browser, and the organizations with their servers.

import type { Browser } from '@playwright/test';
import type { BenchConversation, BenchPerson, Dataset } from '../fill/dataset.ts';
import { fill, fillManyChannels } from '../fill/fill.ts';
import { outputMatching, root, start } from '../processes.ts';
import type { Site } from './client-page.ts';

export interface WebOptions {
  readonly rounds: number;
  /** The factor by which the processor is slowed, except in measurements at full speed. */
  readonly slowed: number;
  /** Only sections whose name contains one of these. */
  readonly only: readonly string[];
  /** The directory of the build to measure; undefined for a build of the current sources. */
  readonly build: string | undefined;
  /** The directory for processor profiles; undefined for none. */
  readonly profile: string | undefined;
}

/** A generated organization with a server that delivers a build of the client. */
export interface FilledSite extends Site {
  readonly data: Dataset;
  /** The person whose browser is measured. */
  readonly viewer: BenchPerson;
  /** Another person, whose messages, reactions and presence reach that browser. */
  readonly other: BenchPerson;
}

export interface WebBench {
  readonly browser: Browser;
  readonly options: WebOptions;
  /** A thousand people and 50,000 messages. */
  ordinary(): Promise<FilledSite>;
  /** The same organization, served with the build whose functions keep their names. */
  named(): Promise<FilledSite>;
  /** 50,000 people, 5,000 channels, 200 folders. */
  large(): Promise<FilledSite>;
}

const ORDINARY = { people: 1000, messages: 50_000, unread: 0, fresh: 0 };
const LARGE = { people: 50_000, channels: 5000, folders: 200, subscribersPerChannel: 20 };

async function serve(data: Dataset, webDirectory: string): Promise<FilledSite> {
  const args = [`${root}bench/web/server.ts`, data.directory, webDirectory];
  const [, port] = await outputMatching(start(process.execPath, args), /listening on (\d+)/);
  // Both are in the first channel, which everyone is in.
  const [viewer, , other] =
    data.people.length > 2 ? data.people : [data.people[0], undefined, data.people[1]];
  if (!viewer || !other) throw new Error('The organization has too few people.');
  return { url: `http://127.0.0.1:${port}`, data, viewer, other };
}

/** Prepares organizations when they are first needed. */
export function prepareWebBench(
  browser: Browser,
  options: WebOptions,
  builds: { readonly ordinary: string; readonly named: string },
): WebBench {
  const prepared = new Map<string, Promise<FilledSite>>();
  const preparedOnce = (name: string, prepare: () => Promise<FilledSite>) => {
    const site = prepared.get(name) ?? prepare();
    prepared.set(name, site);
    return site;
  };
  return {
    browser,
    options,
    ordinary: () => preparedOnce('ordinary', async () => serve(await fill(ORDINARY), builds.ordinary)),
    named: () => preparedOnce('named', async () => serve(await fill(ORDINARY), builds.named)),
    large: () => preparedOnce('large', async () => serve(await fillManyChannels(LARGE), builds.ordinary)),
  };
}

/** The conversation that is shown: the first topic of the channel that everyone is in. */
export function shownConversation({ data }: FilledSite): BenchConversation {
  return topicOf(data, 0);
}

/** A topic of the channel that everyone is in. */
export function topicOf({ conversations, everyoneChannelId }: Dataset, number: number): BenchConversation {
  const topics = conversations.filter(({ channelId }) => channelId === everyoneChannelId);
  const topic = topics[number];
  if (!topic) throw new Error('The organization has too few topics.');
  return topic;
}

/** The address of a topic. */
export function addressOf({ channelId, topic }: BenchConversation): string {
  return `#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`;
}
