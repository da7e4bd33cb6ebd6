// Refusals about the files of a request.

import type { Brought } from '../calls/call.ts';
import type { Refusal, Refusals } from './refusal.ts';

function exactlyOne(msg: string): Refusal[] {
  const brought: readonly Brought[] = ['nothing', 'two pictures'];
  return brought.map((brings) => ({ what: `a request with ${brings}`, brings, msg }));
}

const noPicture: Refusal = {
  what: 'a file that is no picture',
  brings: 'a text',
  code: 'BAD_IMAGE',
  msg: 'Invalid image format',
};

export const fileRefusals: Refusals = {
  'upload-file': [
    { what: 'a request without a file', brings: 'nothing', msg: 'You must specify a file to upload' },
    {
      what: 'two files at once',
      brings: 'two pictures',
      msg: 'You may only upload one file at a time',
    },
  ],
  'upload-avatar': [...exactlyOne('You must upload exactly one avatar.'), noPicture],
};

/** In addition to what else these operations refuse. */
export const iconFiles = [...exactlyOne('You must upload exactly one icon.'), noPicture];
export const logoFiles = [...exactlyOne('You must upload exactly one logo.'), noPicture];
export const emojiFiles = [...exactlyOne('You must upload exactly one file.'), noPicture];
export const botFiles: readonly Refusal[] = [
  { what: 'two pictures', brings: 'two pictures', msg: 'You may only upload one file at a time' },
  noPicture,
];
