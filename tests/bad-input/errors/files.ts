// Errors about the files of a request.

import type { UploadedFiles } from '../calls/call.ts';
import type { ExpectedError, ExpectedErrors } from './expected-error.ts';

function exactlyOne(msg: string): ExpectedError[] {
  const uploads: readonly UploadedFiles[] = ['nothing', 'two pictures'];
  return uploads.map((files) => ({ what: `a request with ${files}`, files, msg }));
}

const notAPicture: ExpectedError = {
  what: 'a file that is not an image',
  files: 'a text',
  code: 'BAD_IMAGE',
  msg: 'Invalid image format',
};

export const fileErrors: ExpectedErrors = {
  'upload-file': [
    { what: 'a request without a file', files: 'nothing', msg: 'You must specify a file to upload' },
    {
      what: 'two files at once',
      files: 'two pictures',
      msg: 'You may only upload one file at a time',
    },
  ],
  'upload-avatar': [...exactlyOne('You must upload exactly one avatar.'), notAPicture],
};

/** Errors about the files of operations that have other errors too. */
export const iconFiles = [...exactlyOne('You must upload exactly one icon.'), notAPicture];
export const logoFiles = [...exactlyOne('You must upload exactly one logo.'), notAPicture];
export const emojiFiles = [...exactlyOne('You must upload exactly one file.'), notAPicture];
export const botFiles: readonly ExpectedError[] = [
  { what: 'two pictures', files: 'two pictures', msg: 'You may only upload one file at a time' },
  notAPicture,
];
