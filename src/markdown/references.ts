// Finds the references in a document: with the patterns that the rules use, in the whole source. The result is a
// superset.

import { CHANNEL_LINK, topicTarget } from './channel-links.ts';
import type { MarkdownReferences } from './contract.ts';
import { GROUP_MENTION, USER_MENTION, userMentionTarget } from './mentions.ts';

const UPLOAD = /\/user_uploads\/[^\s()"<>?#]+/g;
/** May belong to the sentence rather than to the path. */
const CLOSING_PUNCTUATION = /[!:;,.'\]*~`]{1,10}$/;
const MESSAGE_TARGET = /@\d{1,15}$/;

const NO_REFERENCES: MarkdownReferences = {
  userNames: [],
  userIds: [],
  groupNames: [],
  channelNames: [],
  topics: [],
  uploadPaths: [],
};

/** The references in a source; may contain more than its rendering looks up, never less. */
export function findReferences(source: string): MarkdownReferences {
  const hasMention = source.includes('@');
  const hasChannel = source.includes('#**');
  const hasUpload = source.includes('/user_uploads/');
  if (!hasMention && !hasChannel && !hasUpload) return NO_REFERENCES;
  return {
    ...NO_REFERENCES,
    ...(hasMention && mentionsIn(source)),
    ...(hasChannel && channelsIn(source)),
    ...(hasUpload && { uploadPaths: uploadsIn(source) }),
  };
}

function mentionsIn(source: string): Pick<MarkdownReferences, 'userNames' | 'userIds' | 'groupNames'> {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  for (const [, , name = ''] of source.matchAll(USER_MENTION)) {
    const target = userMentionTarget(name);
    if (target.kind === 'name') userNames.add(target.name);
    else if (target.kind === 'id') userIds.add(target.id);
  }
  const groupNames = new Set(Array.from(source.matchAll(GROUP_MENTION), ([, , name = '']) => name));
  return { userNames: [...userNames], userIds: [...userIds], groupNames: [...groupNames] };
}

function channelsIn(source: string): Pick<MarkdownReferences, 'channelNames' | 'topics'> {
  const channelNames = new Set<string>();
  const topics = new Map<string, { channelName: string; topic: string }>();
  for (const [, target = ''] of source.matchAll(CHANNEL_LINK)) {
    channelNames.add(target);
    const found = topicTarget(target);
    if (found === undefined) continue;
    channelNames.add(found.channelName);
    if (!MESSAGE_TARGET.test(found.topic)) topics.set(target, found);
  }
  return { channelNames: [...channelNames], topics: [...topics.values()] };
}

function uploadsIn(source: string): string[] {
  const paths = new Set<string>();
  for (const [path] of source.matchAll(UPLOAD)) {
    paths.add(path);
    paths.add(path.replace(CLOSING_PUNCTUATION, ''));
  }
  return [...paths];
}
