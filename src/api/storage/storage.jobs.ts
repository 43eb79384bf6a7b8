import { blogPictures } from '../blog/blog.admin.service.ts';
import { versionPictures } from '../blog/versions.service.ts';
import { catalogPictures } from '../catalog/catalog.service.ts';
import { consultingPictures } from '../consulting/consulting.service.ts';
import { contentPictures } from '../content/contentPictures.service.ts';
import type { AppContext } from '../context.ts';
import { galleryPictures } from '../gallery/gallery.service.ts';
import type { Job } from '../jobs/jobs.ts';
import { readLiveRelease } from '../publish/releases.service.ts';
import { samplePictures } from '../samples/samples.service.ts';
import { deleteOrphanedPictures } from './orphans.service.ts';

/** Every room that has pictures: those of a room that is missing here would be deleted. */
const rooms = [
  ...[catalogPictures, consultingPictures, galleryPictures, blogPictures, versionPictures],
  ...[contentPictures, samplePictures],
];

/** Deletes pictures that no content refers to. */
export const storageJobs = (ctx: AppContext): Job[] => [
  {
    name: 'collect pictures',
    everySeconds: 6 * 3600,
    async run() {
      const { db } = ctx;
      const used: string[] = [];
      for (const pictures of rooms) used.push(...(await pictures(db)));
      await deleteOrphanedPictures(ctx, used, (await readLiveRelease(db))?.created_at);
    },
  },
];
