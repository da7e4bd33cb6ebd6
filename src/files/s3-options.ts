// What a server must know of an object store to use it.

export interface S3Options {
  /** The store's address without the bucket: `https://host` or `http://host:port`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** Where the bucket's name stands in addresses: in the path, or before the host. */
  readonly addressing: 'path' | 'host';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
