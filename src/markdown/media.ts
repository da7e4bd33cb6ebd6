// Uploaded media, `![alt](/user_uploads/…)`: an inline image, or a player for an audio file.

import type { UploadedFile, UploadedImage } from './contract.ts';
import { type Attributes, element, type HtmlNode } from './html.ts';
import type { InlineRule } from './inline-parse.ts';
import { uploadPath } from './link-urls.ts';

const UPLOAD_IMAGE = /!\[([^[\]]*)\]\(\s*(\/user_uploads\/[^\s()]+)\s*\)/g;
const AUDIO_TYPES = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/wav',
  'audio/webm',
  'audio/x-wav',
  'audio/vnd.wave',
]);
const LOADING_IMAGE = '/static/images/loading/loader-black.svg';

export const media: InlineRule = {
  name: 'image or audio',
  trigger: '](/user_uploads/',
  apply: (text, run, scope) =>
    text.replace(UPLOAD_IMAGE, (source, label: string, url: string) => {
      const path = uploadPath(url);
      const upload = path === undefined ? undefined : scope.lookup.upload(path);
      const node =
        path === undefined || upload === undefined ? undefined : mediaNode(upload, path, run.restore(label));
      return node === undefined ? source : run.placeholderFor(node, source);
    }),
};

function mediaNode(upload: UploadedFile, path: string, label: string): HtmlNode | undefined {
  if (AUDIO_TYPES.has(upload.contentType)) {
    const attributes = {
      controls: '',
      'data-duration': upload.recording && String(upload.recording.seconds),
      'data-waveform': upload.recording?.waveform,
      preload: 'metadata',
      src: path,
      title: label === '' ? undefined : label,
    };
    return element('audio', attributes, [], { kind: 'audio', uploadPath: path });
  }
  if (upload.image === undefined) return undefined;
  const attributes = {
    ...uploadedImageAttributes(upload, upload.image, path, 'inline-image'),
    alt: label,
    'data-original-src': path,
  };
  return element('img', attributes, [], { kind: 'image', uploadPath: path });
}

/** The attributes that tell clients the size, type and thumbnails of an uploaded image. */
export function uploadedImageAttributes(
  upload: UploadedFile,
  image: UploadedImage,
  path: string,
  className: string,
): Attributes {
  const isReady = image.thumbnailName !== undefined;
  const classes = isReady ? className : `${className} image-loading-placeholder`.trim();
  return {
    class: classes === '' ? undefined : classes,
    'data-animated': image.isAnimated ? 'true' : undefined,
    'data-original-content-type': upload.contentType,
    'data-original-dimensions': `${image.width}x${image.height}`,
    'data-transcoded-image': image.transcodedName,
    src: isReady ? `${thumbnailBase(path)}/${image.thumbnailName}` : LOADING_IMAGE,
  };
}

function thumbnailBase(path: string): string {
  return path.replace('/user_uploads/', '/user_uploads/thumbnail/');
}
