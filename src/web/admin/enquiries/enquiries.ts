import type { Enquiry, FormType } from '../../../contract/enquiries.ts';

/** The two forms, as people call them. */
export const formNames: Record<FormType, string> = { consulting: 'Danışmanlık', coaching: 'Koçluk' };

/** Ways to answer, each with the words already begun. */
export function replyLinks({ email, phone_number, full_name, selected_service_name, form_type }: Enquiry) {
  const subject = `${selected_service_name ?? formNames[form_type]} hakkında`;
  const greeting = `Merhaba ${full_name},\n\n`;
  return {
    mail: `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(greeting)}`,
    phone: `tel:${phone_number}`,
    chat: `https://wa.me/${phone_number.replace(/\D/g, '')}?text=${encodeURIComponent(greeting.trim())}`,
  };
}
