// What the form of a page sent, as its handlers read it: bounded, and only texts that a database can hold.

import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { assertStorableText } from '../contract/codec.ts';
import { badRequest } from '../contract/error.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** What a form sent; a field that was sent twice counts once, but for lists. */
export class PageForm {
  readonly #values: Readonly<Record<string, string | string[] | undefined>>;

  constructor(request: FastifyRequest) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > MAX_FORM_BYTES) throw badRequest('The form is too long.');
    this.#values = parse(body.toString('utf8'));
  }

  text(name: string): string {
    const [value = ''] = this.list(name);
    assertStorableText(value, name);
    return value;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value : [value];
  }
}
