import type { Enquiry, FormType } from '../../../contract/enquiries.ts';
import { mailto } from '../../../shared/mailto.ts';

/** The names of the two forms. */
export const formNames: Record<FormType, string> = { consulting: 'Danışmanlık', coaching: 'Koçluk' };

/** Links to reply by mail, phone and chat, with a greeting filled in. */
export function replyLinks({ email, phone_number, full_name, selected_service_name, form_type }: Enquiry) {
  const subject = `${selected_service_name ?? formNames[form_type]} hakkında`;
  const greeting = `Merhaba ${full_name},\n\n`;
  return {
    mail: mailto(email, { subject, body: greeting }),
    phone: `tel:${phone_number}`,
    chat: `https://wa.me/${phone_number.replace(/\D/g, '')}?text=${encodeURIComponent(greeting.trim())}`,
  };
}
