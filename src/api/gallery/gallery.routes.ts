import type { gallery } from '../../contract/gallery.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { listGallery } from './gallery.service.ts';

export const galleryRoutes = (platform: Platform): Partial<Handlers<typeof gallery>> => ({
  'GET /api/gallery': ({ page }) => listGallery(platform, page),
});
