import type { catalogApi } from '../../contract/catalog.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { getAdminProduct, listAdminProducts, type SeatsSold } from './admin-list.service.ts';
import { getProduct, listCategories, listProducts } from './catalog.service.ts';
import { addCategory, deleteCategory, renameCategory } from './categories.service.ts';
import { addProduct, editProduct, hideProduct, restoreProduct } from './products.service.ts';
import { createSeatFeed } from './seats.feed.ts';

export const catalogRoutes = (platform: Platform, seatsSold: SeatsSold): Handlers<typeof catalogApi> => {
  const seats = createSeatFeed(platform);
  return {
    'GET /api/products/events': ({ signal }) => seats.watch(signal),
    'GET /api/products': ({ page }) => listProducts(platform, page),
    'GET /api/product/:id': ({ params }) => getProduct(platform, params.id),
    'GET /api/categories': ({ page }) => listCategories(platform, page),

    'GET /api/admin/products': ({ query, page }) => listAdminProducts(platform, seatsSold, query, page),
    'GET /api/admin/product/:id': ({ params }) => getAdminProduct(platform, seatsSold, params.id),
    'POST /api/product/add': async ({ session, body, files }) => {
      const id = await addProduct(platform, session.user.id, body, files);
      return { ...(await getAdminProduct(platform, seatsSold, id)), message: '✅ Ürün başarıyla eklendi!' };
    },
    'PUT /api/product/update/:id': async ({ session, params, body, files }) => {
      await editProduct(platform, session.user.id, params.id, body, files);
      return { ...(await getAdminProduct(platform, seatsSold, params.id)), message: '✅ Ürün başarıyla güncellendi!' };
    },
    'PATCH /api/product/delete/:id': async ({ session, params }) => {
      await hideProduct(platform, session.user.id, params.id);
      return { message: '✅ Ürün başarıyla silindi.' };
    },
    'PATCH /api/product/restore/:id': async ({ session, params }) => {
      await restoreProduct(platform, session.user.id, params.id);
      return { message: 'Ürün geri getirildi.' };
    },

    'POST /api/admin/categories': ({ session, body }) => addCategory(platform, session.user.id, body.name),
    'PUT /api/admin/categories/:id': ({ session, params, body }) =>
      renameCategory(platform, session.user.id, params.id, body.name),
    'DELETE /api/admin/categories/:id': async ({ session, params }) => {
      await deleteCategory(platform, session.user.id, params.id);
      return { message: 'Kategori silindi.' };
    },
  };
};
