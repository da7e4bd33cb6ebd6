// Reads the settings of an S3 store. Its credentials come from the environment only, since command lines are
// visible to every user of the machine.

import type { S3Options } from '../files/s3-options.ts';
import { UsageError } from './usage.ts';

const DEFAULT_REGION = 'us-east-1';
/** Bucket names that every store accepts. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,64}$/i;

/** The values from the command line or the environment. */
export interface FileStoreFlags {
  readonly endpoint: string | undefined;
  readonly bucket: string | undefined;
  readonly region: string | undefined;
  readonly addressing: string | undefined;
}

function endpointOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--s3-bucket needs --s3-endpoint.', 2);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The address may hold a secret, so it is not quoted.
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new UsageError(
      '--s3-endpoint must look like https://host or http://host:port, without credentials.',
      2,
    );
  }
  return text.replace(/\/+$/, '');
}

function credential(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[`PARLEY_S3_${name}`] || environment[`AWS_${name}`];
  if (!value) throw new UsageError(`The S3 store needs PARLEY_S3_${name}. Set it in the environment.`, 2);
  return value;
}

/** The S3 store; undefined if none is configured. @throws UsageError for incomplete or invalid settings */
export function readFileStore(
  { endpoint, bucket, region = DEFAULT_REGION, addressing = 'path' }: FileStoreFlags,
  environment: NodeJS.ProcessEnv,
): S3Options | undefined {
  if (bucket === undefined) {
    if (endpoint !== undefined) throw new UsageError('--s3-endpoint needs --s3-bucket.', 2);
    return undefined;
  }
  const address = endpointOf(endpoint);
  if (!BUCKET.test(bucket)) {
    throw new UsageError(`--s3-bucket must be a bucket name, not "${bucket}".`, 2);
  }
  if (!REGION.test(region))
    throw new UsageError(`--s3-region must look like eu-central-1, not "${region}".`, 2);
  if (addressing !== 'path' && addressing !== 'host') {
    throw new UsageError(`--s3-addressing must be path or host, not "${addressing}".`, 2);
  }
  return {
    endpoint: address,
    bucket,
    region,
    addressing,
    accessKeyId: credential(environment, 'ACCESS_KEY_ID'),
    secretAccessKey: credential(environment, 'SECRET_ACCESS_KEY'),
  };
}

/** The S3 store from the environment alone, for commands without flags for it. */
export function environmentFileStore(environment: NodeJS.ProcessEnv): S3Options | undefined {
  const variable = (name: string) => environment[`PARLEY_S3_${name}`] || undefined;
  const flags = {
    endpoint: variable('ENDPOINT'),
    bucket: variable('BUCKET'),
    region: variable('REGION'),
    addressing: variable('ADDRESSING'),
  };
  return readFileStore(flags, environment);
}
