// The settings of an object store.

export interface S3Options {
  /** The store's address without the bucket: `https://host` or `http://host:port`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /** The position of the bucket's name in addresses: in the path, or before the host. */
  readonly addressing: 'path' | 'host';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
