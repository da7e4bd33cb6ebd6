// The address and program that a request comes from, for mails to users and for the log.

export interface RequestSource {
  readonly address: string;
  readonly userAgent: string | undefined;
}
