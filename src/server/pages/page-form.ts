// The form that a page sent: limited in size, and only texts that a database can store.

import { parse } from 'node:querystring';
import { assertStorableText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { HttpRequest } from '../http/http-request.ts';

/** The fields of a form. Of a field that was sent twice only the first value counts, except in lists. */
export class PageForm {
  readonly #values: Readonly<Record<string, string | string[] | undefined>>;

  /**
   * @param maximum size in bytes
   * @throws 400 for a form that is too long
   */
  constructor(request: HttpRequest, maximum: number = limits.pageFormBytes) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.length > maximum) throw badRequest('The form is too large.').onPages({ code: 'FORM_TOO_LARGE' });
    this.#values = parse(body.toString('utf8'));
  }

  /**
   * The first value of a field; empty if it was not sent.
   * @throws 400 for text that no database can store
   */
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
