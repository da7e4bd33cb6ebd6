// Answers requests for an upload that does not exist or that the caller may not see: with a sentence, or with
// a placeholder picture if the browser wants a picture.

import { type Color, twoColorPng } from '../../images/plain-png.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';

const PAPER: Color = [240, 240, 240];
const INK: Color = [190, 190, 190];
const SIZE = { width: 200, height: 120 };

const sentences = {
  403: 'You are not authorized to view this file.',
  404: 'This file does not exist or has been deleted.',
} as const;

let picture: Buffer | undefined;

/** A crossed-out frame. */
function crossedOut(): Buffer {
  const { width, height } = SIZE;
  picture ??= twoColorPng(SIZE, PAPER, INK, (x, y) => {
    const isFrame = x < 2 || y < 2 || x >= width - 2 || y >= height - 2;
    const slope = (x * height) / width;
    return isFrame || Math.abs(slope - y) < 2 || Math.abs(height - slope - y) < 2;
  });
  return picture;
}

/** Whether a client prefers a picture to a page, by the order of its `Accept` header. */
function prefersPicture(accept: string | undefined): boolean {
  const acceptedTypes = (accept ?? '').toLowerCase();
  const image = acceptedTypes.search(/image\/(?:png|\*)/);
  const page = acceptedTypes.indexOf('text/html');
  return image >= 0 && (page < 0 || image < page);
}

export function sendFileError(request: HttpRequest, reply: HttpReply, status: 403 | 404): HttpReply {
  reply.code(status).header('vary', 'Accept').header('cache-control', 'private, no-store');
  if (prefersPicture(request.headers.accept)) return reply.type('image/png').send(crossedOut());
  return reply.type('text/html; charset=utf-8').send(`<p>${sentences[status]}</p>`);
}
