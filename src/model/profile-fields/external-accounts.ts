// The kinds of accounts elsewhere that every organization can ask for without describing them itself.

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

/** The kind that describes itself by a `url_pattern` of its own. */
export const CUSTOM_EXTERNAL_ACCOUNT = 'custom';
