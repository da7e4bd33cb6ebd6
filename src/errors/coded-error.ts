// The base of all errors that are thrown on purpose, in the server, the relay and the browser client.

/**
 * An expected error: its code tells programs what happened, and its message tells people. An error of any other
 * class is a bug or a failure of the system. Codes are in capitals: `IMPORT_INVALID`.
 */
export abstract class CodedError extends Error {
  readonly code: string;

  /** @param options the `cause`, which is logged and never sent to a client */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  static {
    // Stacks and logs begin with the name of the class.
    Object.defineProperty(CodedError.prototype, 'name', {
      get(this: CodedError) {
        return this.constructor.name;
      },
    });
  }
}
