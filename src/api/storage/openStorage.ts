import { join } from 'node:path';
import type { Env } from '../env.ts';
import { createBucketStorage, parseBucketUrl } from './bucket.ts';
import { createDiskStorage, type Storage } from './storage.ts';

/** Opens the bucket of STORAGE_URL, or without one the folder DATA_DIR/media. Sends no request yet. */
export function openStorage({ storageUrl, dataDir }: Pick<Env, 'storageUrl' | 'dataDir'>): Storage {
  if (storageUrl) return createBucketStorage(parseBucketUrl(storageUrl));
  return createDiskStorage(join(dataDir, 'media'));
}
