// Where a request comes from, for what is said about it to people and in the log.

export interface RequestSource {
  readonly address: string;
  readonly userAgent: string | undefined;
}
