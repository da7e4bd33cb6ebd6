// What somebody reads who asks for an upload that is not there, or not theirs to see: a sentence, or where a browser
// wants a picture, a picture that says nothing.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Colour, twoColourPng } from '../../images/plain-png.ts';

const PAPER: Colour = [240, 240, 240];
const INK: Colour = [190, 190, 190];
const SIZE = { width: 200, height: 120 };

const sentences = {
  403: 'You are not authorized to view this file.',
  404: 'This file does not exist or has been deleted.',
} as const;

let picture: Buffer | undefined;

/** A frame that is crossed out. */
function crossedOut(): Buffer {
  const { width, height } = SIZE;
  picture ??= twoColourPng(SIZE, PAPER, INK, (x, y) => {
    const isFrame = x < 2 || y < 2 || x >= width - 2 || y >= height - 2;
    const slope = (x * height) / width;
    return isFrame || Math.abs(slope - y) < 2 || Math.abs(height - slope - y) < 2;
  });
  return picture;
}

/** Whether a client would rather have a picture than a page, by the order of what it accepts. */
function prefersPicture(accept: string | undefined): boolean {
  const wanted = (accept ?? '').toLowerCase();
  const image = wanted.search(/image\/(?:png|\*)/);
  const page = wanted.indexOf('text/html');
  return image >= 0 && (page < 0 || image < page);
}

/** Refuses to send a file. */
export function refuseFile(request: FastifyRequest, reply: FastifyReply, status: 403 | 404): FastifyReply {
  reply.code(status).header('vary', 'Accept').header('cache-control', 'private, no-store');
  if (prefersPicture(request.headers.accept)) return reply.type('image/png').send(crossedOut());
  return reply.type('text/html; charset=utf-8').send(`<p>${sentences[status]}</p>`);
}
