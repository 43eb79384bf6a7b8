import type { doorApi } from '../../contract/door.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readDoor } from './door.service.ts';
import { recordScans } from './scans.service.ts';

export const doorRoutes = (ctx: AppContext): Handlers<typeof doorApi> => ({
  'GET /api/admin/product/:id/door': ({ params }) => readDoor(ctx, params.id),
  'POST /api/admin/door/scans': async ({ session, body }) => ({
    results: await recordScans(ctx, session.user.id, body),
  }),
});
