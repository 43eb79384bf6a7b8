import { catalogTexts } from '../../contract/catalog.texts.ts';
import type { catalogApi } from '../../contract/catalog.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { hashFiles, toRequest } from '../idempotency/request.ts';
import { getAdminProduct, listAdminProducts, type Sales } from './catalog.admin.service.ts';
import { getProduct, listCategories, listProducts } from './catalog.service.ts';
import { addCategory, deleteCategory, renameCategory } from './categories.service.ts';
import { addProduct, editProduct, hideProduct, restoreProduct } from './products.admin.service.ts';
import { createSeatFeed } from './seats.feed.ts';
import { addDates } from './series.service.ts';

export const catalogRoutes = (ctx: AppContext, sales: Sales): Handlers<typeof catalogApi> => {
  const seats = createSeatFeed(ctx);
  return {
    'GET /api/products/events': ({ signal }) => seats.watch(signal()),
    'GET /api/products': ({ query, page }) => listProducts(ctx, query, page),
    'GET /api/product/:id': ({ params }) => getProduct(ctx, params.id),
    'GET /api/categories': ({ page }) => listCategories(ctx, page),

    'GET /api/admin/products': ({ query, page }) => listAdminProducts(ctx, sales, query, page),
    'GET /api/admin/product/:id': ({ params }) => getAdminProduct(ctx, sales, params.id),
    'POST /api/product/add': async ({ session, body, files, sent, header }) => {
      const request = toRequest(session.user.id, header, [sent, await hashFiles(files)], 'POST /api/product/add');
      const id = await addProduct(ctx, session.user.id, body, files, request);
      return { ...(await getAdminProduct(ctx, sales, id)), message: '✅ Ürün başarıyla eklendi!' };
    },
    'POST /api/admin/product/:id/dates': async ({ session, params, body, sent, header }) => {
      const request = toRequest(session.user.id, header, [params.id, sent], 'POST /api/admin/product/:id/dates');
      const added = await addDates(ctx, sales, session.user.id, params.id, body, request);
      return { message: `${added} tarih eklendi.`, added };
    },
    'PUT /api/product/update/:id': async ({ session, params, body, files }) => {
      await editProduct(ctx, sales, session.user.id, params.id, body, files);
      return { ...(await getAdminProduct(ctx, sales, params.id)), message: '✅ Ürün başarıyla güncellendi!' };
    },
    'PATCH /api/product/delete/:id': async ({ session, params }) => {
      const recipients = await hideProduct(ctx, sales, session.user.id, params.id);
      return { message: '✅ Ürün başarıyla silindi.', recipients };
    },
    'PATCH /api/product/restore/:id': async ({ session, params }) => {
      await restoreProduct(ctx, sales, session.user.id, params.id);
      return { message: 'Atölye geri getirildi.' };
    },

    'POST /api/admin/categories': ({ session, body }) => addCategory(ctx, session.user.id, body.name),
    'PUT /api/admin/categories/:id': ({ session, params, body }) =>
      renameCategory(ctx, session.user.id, params.id, body.name),
    'DELETE /api/admin/categories/:id': async ({ session, params }) => {
      await deleteCategory(ctx, session.user.id, params.id);
      return { message: catalogTexts.categoryDeleted };
    },
  };
};
