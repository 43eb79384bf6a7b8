import { galleryTexts } from '../../contract/gallery.texts.ts';
import type { galleryApi } from '../../contract/gallery.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { hashFiles, toRequest } from '../idempotency/request.ts';
import { addGallerySet, deleteGallerySet, editGallerySet, listGallerySets } from './gallery.admin.service.ts';
import { listGallery } from './gallery.service.ts';

export const galleryRoutes = (ctx: AppContext): Handlers<typeof galleryApi> => ({
  'GET /api/gallery': ({ page }) => listGallery(ctx, page),
  'GET /api/admin/gallery': ({ query, page }) => listGallerySets(ctx, query, page),
  'POST /api/admin/gallery/add': async ({ session, body, files, sent, header }) => {
    const request = toRequest(session.user.id, header, [sent, await hashFiles(files)], 'POST /api/admin/gallery/add');
    return {
      ...(await addGallerySet(ctx, session.user.id, body, files.image ?? [], request)),
      message: '✅ Görseller başarıyla yüklendi.',
    };
  },
  'PUT /api/admin/gallery/update/:id': async ({ session, params, body, files }) => ({
    ...(await editGallerySet(ctx, session.user.id, params.id, body, files.image ?? [])),
    message: '✅ Görsel seti güncellendi.',
  }),
  'DELETE /api/admin/gallery/delete/:id': async ({ session, params }) => {
    await deleteGallerySet(ctx, session.user.id, params.id);
    return { message: galleryTexts.deleted };
  },
});
