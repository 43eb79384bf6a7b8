import { trashTable } from '../trash/trashRoom.ts';
import { decryptEnquiry } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

export const enquiryTrash = trashTable(enquiries, {
  title: (row, ctx) => decryptEnquiry(ctx, row).full_name || 'Açılamayan mesaj',
});
