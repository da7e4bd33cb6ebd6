// What is wrong with a command line, in one sentence.

export class UsageError extends Error {
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}
