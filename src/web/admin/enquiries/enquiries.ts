import type { Enquiry, EnquiryCounts, EnquiryStatus, FormFilter, FormType } from '../../../contract/enquiries.ts';
import type { Template } from '../../../contract/templates.ts';
import { mailto } from '../../../shared/mailto.ts';
import { fillTemplate } from '../templates/templates.ts';

export const formNames: Record<FormType, string> = { consulting: 'Danışmanlık', coaching: 'Koçluk' };

/** Links to reply by mail, phone and chat, with a ready answer or a greeting filled in. */
export function replyLinks(
  { email, phone_number, full_name, selected_service_name, form_type }: Enquiry,
  template?: Template,
) {
  const subject = `${selected_service_name ?? formNames[form_type]} hakkında`;
  const body = template ? fillTemplate(template, full_name) : `Merhaba ${full_name},\n\n`;
  return {
    mail: mailto(email, { subject, body }),
    phone: `tel:${phone_number}`,
    chat: `https://wa.me/${phone_number.replace(/\D/g, '')}?text=${encodeURIComponent(body.trim())}`,
  };
}

/** `Tümü (12 mesaj, 3 yeni)`: the choices above the list. */
export const formChoices = (counts: EnquiryCounts | undefined): [value: FormFilter, label: string][] =>
  (Object.entries({ all: 'Tümü', ...formNames }) as [FormFilter, string][]).map(([value, name]) => {
    const count = counts?.[value];
    if (!count) return [value, name];
    return [value, `${name} (${count.total} mesaj${count.unread ? `, ${count.unread} yeni` : ''})`];
  });

/** What an admin sees of a message's state. */
export const statusPills = {
  new: { label: 'Yeni', tone: 'pill--warn' },
  read: { label: 'Okundu', tone: 'pill--mute' },
  answered: { label: 'Yanıtlandı', tone: 'pill--ok' },
} satisfies Record<EnquiryStatus, { label: string; tone: string }>;

/** The states as a choice above the list. */
export const statusChoices = [
  ['', 'Tüm durumlar'],
  ...Object.entries(statusPills).map(([value, { label }]) => [value, label] as const),
] as const;
