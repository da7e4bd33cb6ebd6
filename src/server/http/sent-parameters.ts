// The parameters that a request sent: the texts of known ones, the names of unknown ones, and files.

import { tooManyParameters } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { UploadedFile } from '../../api-contract/operation.ts';

/** Filled while a request is read. */
export class SentParameters {
  /** The last text of each known parameter, by the name it was sent under. */
  readonly values = new Map<string, string>();
  /** Names that the operation does not know; long ones are cut. */
  readonly unknown = new Set<string>();
  readonly files: UploadedFile[] = [];
  readonly #knownNames: Pick<ReadonlySet<string>, 'has'>;
  #count = 0;

  constructor(knownNames: Pick<ReadonlySet<string>, 'has'>) {
    this.#knownNames = knownNames;
  }

  /**
   * Adds a parameter; `text` is called only if it is known.
   * @throws 400 if there are too many
   */
  add(name: string, text: () => string): void {
    if (++this.#count > limits.fieldsPerRequest) throw tooManyParameters();
    if (this.#knownNames.has(name)) this.values.set(name, text());
    else this.unknown.add(name.slice(0, limits.repeatedCharacters));
  }
}
