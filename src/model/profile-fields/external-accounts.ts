// The built-in kinds of external accounts, which organizations can use without describing them.

export interface ExternalAccount {
  /** The name of the field. */
  readonly name: string;
  /** The name of the site. */
  readonly text: string;
  readonly hint: string;
  readonly url_pattern: string;
}

export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
};

/** The subtype for accounts described by their own `url_pattern`. */
export const CUSTOM_EXTERNAL_ACCOUNT = 'custom';
