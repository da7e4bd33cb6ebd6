/** What a document names. Found by the same patterns that the rules use, in the whole source: a superset. */

import { CHANNEL_LINK, topicTarget } from './channel-links.ts';
import type { MarkdownReferences } from './contract.ts';
import { GROUP_MENTION, USER_MENTION, userMentionTarget } from './mentions.ts';

const UPLOAD = /\/user_uploads\/[^\s()"<>?#]+/g;
/** May belong to the sentence instead of the path. */
const CLOSING_PUNCTUATION = /[!:;,.'\]*~`]{1,10}$/;
const MESSAGE_TARGET = /@\d{1,15}$/;

const NONE: MarkdownReferences = {
  userNames: [],
  userIds: [],
  groupNames: [],
  channelNames: [],
  topics: [],
  uploadPaths: [],
};

export function findReferences(source: string): MarkdownReferences {
  const hasMention = source.includes('@');
  const hasChannel = source.includes('#**');
  const hasUpload = source.includes('/user_uploads/');
  if (!hasMention && !hasChannel && !hasUpload) return NONE;

  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  if (hasMention) {
    for (const match of source.matchAll(USER_MENTION)) {
      const target = userMentionTarget(match[2] ?? '');
      if (target.kind === 'name') userNames.add(target.name);
      else if (target.kind === 'id') userIds.add(target.id);
    }
    for (const match of source.matchAll(GROUP_MENTION)) groupNames.add(match[2] ?? '');
  }

  const channelNames = new Set<string>();
  const topics = new Map<string, { channelName: string; topic: string }>();
  for (const match of hasChannel ? source.matchAll(CHANNEL_LINK) : []) {
    const target = match[1] ?? '';
    channelNames.add(target);
    const found = topicTarget(target);
    if (found === undefined) continue;
    channelNames.add(found.channelName);
    if (!MESSAGE_TARGET.test(found.topic)) topics.set(target, found);
  }

  const uploadPaths = new Set<string>();
  for (const match of hasUpload ? source.matchAll(UPLOAD) : []) {
    uploadPaths.add(match[0]);
    uploadPaths.add(match[0].replace(CLOSING_PUNCTUATION, ''));
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
    topics: [...topics.values()],
    uploadPaths: [...uploadPaths],
  };
}
