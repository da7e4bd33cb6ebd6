/** A small organization for the Markdown tests: one user, one group, one channel, one linkifier, one emoji. */

import { compileLinkifier } from '../../src/markdown/linkifiers.ts';
import {
  type MarkdownLookup,
  type MarkdownSettings,
  parseMarkdown,
  type RenderedMarkdown,
  type RenderOptions,
  renderMarkdown,
  type UploadedFile,
} from '../../src/markdown/render.ts';

export const SETTINGS: MarkdownSettings = {
  linkifiers: [
    compileLinkifier({ id: 1, pattern: '#(?P<id>[0-9]{2,8})', urlTemplate: 'https://t.example/{id}' }),
  ],
  customEmoji: new Map([['party', { id: 3, url: '/user_avatars/1/emoji/images/ab.png' }]]),
  organizationUrl: 'http://zulip.example',
  defaultCodeLanguage: '',
  inlineImagePreview: true,
  inlineUrlEmbedPreview: true,
};

const USERS = [
  { id: 7, fullName: 'Zoe', isActive: true },
  { id: 8, fullName: 'Gone', isActive: false },
];
const GROUPS = [
  { id: 17, name: 'support', displayName: 'support', isActive: true, isSystem: false },
  { id: 18, name: 'old', displayName: 'old', isActive: false, isSystem: false },
  { id: 2, name: 'role:administrators', displayName: 'Administrators', isActive: true, isSystem: true },
];

const UPLOADS: Readonly<Record<string, UploadedFile>> = {
  '/user_uploads/1/ab/x.png': {
    contentType: 'image/png',
    image: { width: 1920, height: 1080, isAnimated: false, thumbnailName: '840x560.webp' },
  },
  '/user_uploads/1/ab/new.png': {
    contentType: 'image/png',
    image: { width: 100, height: 50, isAnimated: false },
  },
  '/user_uploads/1/ab/wave.gif': {
    contentType: 'image/gif',
    image: { width: 20, height: 10, isAnimated: true, thumbnailName: '840x560-anim.webp' },
  },
  '/user_uploads/1/ab/photo.heic': {
    contentType: 'image/heic',
    image: {
      width: 4032,
      height: 3024,
      isAnimated: false,
      thumbnailName: '840x560.webp',
      transcodedName: '4032x3024.webp',
    },
  },
  '/user_uploads/1/ab/song.mp3': { contentType: 'audio/mpeg' },
  '/user_uploads/1/ab/voice.m4a': { contentType: 'audio/mp4' },
  '/user_uploads/1/ab/voice.weba': {
    contentType: 'audio/webm',
    recording: { seconds: 42, waveform: '0123456789abcdef'.repeat(4) },
  },
  '/user_uploads/1/ab/song.ogg': { contentType: 'audio/ogg' },
  '/user_uploads/1/ab/clip.mov': { contentType: 'video/quicktime' },
  '/user_uploads/1/ab/notes.txt': { contentType: 'text/plain' },
};

const LOOKUP: MarkdownLookup = {
  userByName: (name) => USERS.find((user) => user.fullName.toLowerCase() === name.toLowerCase()),
  userById: (id) => USERS.find((user) => user.id === id),
  group: (name) => GROUPS.find((group) => group.name === name),
  channel: (name) => (name === 'design' ? { id: 9, name } : undefined),
  newestMessageInTopic: (_channelId, topic) => (topic === 'unused' ? undefined : 214),
  upload: (path) => UPLOADS[path],
};

export function render(
  source: string,
  settings: Partial<MarkdownSettings> = {},
  lookup: Partial<MarkdownLookup> = {},
  options: RenderOptions = {},
): RenderedMarkdown {
  const parsed = parseMarkdown(source, { ...SETTINGS, ...settings });
  return renderMarkdown(parsed, { ...LOOKUP, ...lookup }, options);
}

export function html(source: string): string {
  return render(source).html;
}
