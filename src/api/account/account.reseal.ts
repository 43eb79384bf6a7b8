import { mutate } from '../mutation.ts';
import type { SealedRows } from '../reseal/sealedRows.ts';
import { findAdminMarks, newAdminMark } from './firstAdmin.service.ts';

/** The mark of ADMIN_EMAIL's erasure. The audit log cannot be changed, so that moving it means writing it again. */
export const sealedAdminMark: SealedRows = {
  name: 'marks of erased accounts',
  async count(ctx, age) {
    const marks = await findAdminMarks(ctx);
    return age === 'older' && marks.older && !marks.newest ? 1 : 0;
  },
  async resealBatch(ctx) {
    const marks = await findAdminMarks(ctx);
    if (!marks.older || marks.newest) return undefined;
    await mutate(ctx, null, ({ audit }) => audit({ action: 'erase', entity: 'person', after: newAdminMark(ctx) }));
    return { moved: 1, last: '' };
  },
};
