import type { galleryApi } from '../../contract/gallery.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { editGallerySet, listGallerySets } from './desk.service.ts';
import { addGallerySet, deleteGallerySet, listGallery } from './gallery.service.ts';

export const galleryRoutes = (platform: Platform): Handlers<typeof galleryApi> => ({
  'GET /api/gallery': ({ page }) => listGallery(platform, page),
  'GET /api/admin/gallery': ({ query, page }) => listGallerySets(platform, query, page),
  'POST /api/admin/gallery/add': async ({ session, body, files }) => ({
    ...(await addGallerySet(platform, session.user.id, body, files.image ?? [])),
    message: '✅ Görseller başarıyla yüklendi.',
  }),
  'PUT /api/admin/gallery/update/:id': async ({ session, params, body, files }) => ({
    ...(await editGallerySet(platform, session.user.id, params.id, body, files.image ?? [])),
    message: '✅ Görsel seti güncellendi.',
  }),
  'DELETE /api/admin/gallery/delete/:id': async ({ session, params }) => {
    await deleteGallerySet(platform, session.user.id, params.id);
    return { message: '🗑️ Görsel başarıyla silindi.' };
  },
});
