// What the form of a page sent, as its handlers read it: bounded, and only texts that a database can hold.

import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { assertStorableText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** What a form sent; a field that was sent twice counts once, but for lists. */
export class PageForm {
  readonly #values: Readonly<Record<string, string | string[] | undefined>>;

  /**
   * @param maximum bytes of it
   * @throws 400 for a form that is too long
   */
  constructor(request: FastifyRequest, maximum: number = limits.pageFormBytes) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > maximum) throw badRequest('The form is too long.');
    this.#values = parse(body.toString('utf8'));
  }

  /** The first value of a field; empty where it was not sent. @throws 400 for what no database can hold */
  text(name: string): string {
    const [value = ''] = this.list(name);
    assertStorableText(value, name);
    return value;
  }

  /** All values of a field. */
  list(name: string): string[] {
    const value = this.#values[name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value : [value];
  }
}
