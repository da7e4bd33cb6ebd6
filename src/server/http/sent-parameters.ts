// What a request sent: the texts of parameters that its operation knows, its files, and of everything else the names.

import { tooManyParameters } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';

/** Filled while a request is read. */
export class SentParameters {
  /** The last text of each known parameter, under the name that it was sent by. */
  readonly values = new Map<string, string>();
  /** Names that the operation does not know; long ones are cut. */
  readonly unknown = new Set<string>();
  readonly files: UploadedFile[] = [];
  readonly #known: Pick<ReadonlySet<string>, 'has'>;
  #count = 0;

  constructor(known: Pick<ReadonlySet<string>, 'has'>) {
    this.#known = known;
  }

  /** Takes a parameter; its text is made only where it is wanted. @throws 400 where there are too many */
  take(name: string, text: () => string): void {
    if (++this.#count > limits.fieldsPerRequest) throw tooManyParameters();
    if (this.#known.has(name)) this.values.set(name, text());
    else this.unknown.add(name.slice(0, limits.repeatedCharacters));
  }
}
