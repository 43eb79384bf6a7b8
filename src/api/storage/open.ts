import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createBucketStorage } from './bucket.ts';
import { readBucket } from './bucketAddress.ts';
import { createDiskStorage, type Storage } from './storage.ts';

/** The bucket, or the folder in DATA_DIR, as the environment says; nothing is asked of it yet. */
export function openStorage(
  { storageUrl, dataDir }: Pick<Env, 'storageUrl' | 'dataDir'>,
  clock = () => new Date(),
): Storage {
  if (storageUrl) return createBucketStorage(readBucket(storageUrl), clock);
  return createDiskStorage(join(dataDir, 'media'));
}
