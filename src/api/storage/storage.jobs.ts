import { blogPictures } from '../blog/blog.admin.service.ts';
import { catalogPictures } from '../catalog/catalog.service.ts';
import { consultingPictures } from '../consulting/consulting.service.ts';
import type { AppContext } from '../context.ts';
import { galleryPictures } from '../gallery/gallery.service.ts';
import type { Job } from '../jobs/jobs.ts';
import { liveRelease } from '../publish/publish.service.ts';
import { collectOrphans } from './orphans.service.ts';

/** Every room's pictures: one that is not asked for here would lose them. */
const rooms = [catalogPictures, consultingPictures, galleryPictures, blogPictures];

/** What storage does by itself: let go of pictures that nothing shows any more. */
export const storageJobs = (ctx: AppContext): Job[] => [
  {
    name: 'collect pictures',
    everySeconds: 6 * 3600,
    async run() {
      const { db } = ctx;
      const named: string[] = [];
      for (const pictures of rooms) named.push(...(await pictures(db)));
      await collectOrphans(ctx, named, (await liveRelease(db))?.created_at);
    },
  },
];
