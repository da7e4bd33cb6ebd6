// The base of readers of documents whose form depends on other parts of them, or is not known as a whole: payloads of
// other products, rows of archives, sections of a configuration. They read member by member, each with a codec.

import { type Codec, isRecord } from './codec.ts';
import { DecodingError } from './decoding-error.ts';
import { type Path, Step } from './path.ts';

/** A value in a document and where it is. */
export abstract class JsonReader {
  /** The value as it was parsed. */
  protected readonly document: unknown;
  protected readonly path: Path;

  constructor(document: unknown, path: Path) {
    this.document = document;
    this.path = path;
  }

  /** The error of this kind of document for a value that a codec refuses. */
  protected abstract errorFor(error: DecodingError): Error;

  /** The value of a member, of any type; undefined if it is missing. Names such as `constructor` are not inherited. */
  protected member(name: string): unknown {
    return isRecord(this.document) && Object.hasOwn(this.document, name) ? this.document[name] : undefined;
  }

  protected pathOf(name: string | number): Path {
    return new Step(this.path, name);
  }

  /** Decodes a value at a path. */
  protected decoded<T>(codec: Codec<T>, value: unknown, path: Path): T {
    try {
      return codec.decode(value, path);
    } catch (error) {
      throw error instanceof DecodingError ? this.errorFor(error) : error;
    }
  }

  /** Decodes a member, or `otherwise` if it is missing. */
  protected read<T>(name: string, codec: Codec<T>, otherwise?: unknown): T {
    return this.decoded(codec, this.member(name) ?? otherwise, this.pathOf(name));
  }

  has(name: string): boolean {
    return this.member(name) !== undefined;
  }
}
