import type { Enquiry } from '../../contract/enquiries.ts';
import type { AppContext } from '../context.ts';
import type { enquiries } from './enquiries.tables.ts';

/** What names the person or tells their story: never outside the vault in the database. */
export type SealedPart = Pick<
  Enquiry,
  'name' | 'surname' | 'email' | 'phone_number' | 'selected_service_id' | 'selected_service_name' | 'type' | 'message'
>;

type Row = typeof enquiries.$inferSelect;

/** What a sealed part is bound to: its row and form. */
export const aboutEnquiry = ({ id, form_type }: Pick<Row, 'id' | 'form_type'>) => `enquiry/${id}/${form_type}`;

const unreadable: SealedPart = {
  name: '',
  surname: '',
  email: '',
  phone_number: '',
  selected_service_id: null,
  selected_service_name: null,
  type: null,
  message: 'Bu mesaj, sitenin şu anki anahtarıyla açılamıyor. Eski anahtar geri konursa yeniden okunur.',
};

/** An enquiry as admins read it. One whose key is lost says so, and does not keep the others from being read. */
export function openEnquiry({ vault, log }: Pick<AppContext, 'vault' | 'log'>, row: Row): Enquiry {
  const { id, form_type, is_read } = row;
  let part = unreadable;
  try {
    part = vault.open(row.sealed, aboutEnquiry(row)) as SealedPart;
  } catch {
    log.error({ id }, 'a message cannot be opened: the key it was sealed with is not here, or it was tampered with');
  }
  const full_name = `${part.name} ${part.surname}`.trim();
  return { id, form_type, ...part, full_name, created_at: row.created_at.toISOString(), is_read };
}
