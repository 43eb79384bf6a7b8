import type { FormType } from '../../contract/enquiries.ts';
import { toE164 } from '../../shared/phone.ts';
import { phoneTexts } from '../../shared/texts.ts';
import type { FieldErrors, Values } from '../ui/form.ts';

const serviceByGrade = {
  '4': 's4',
  '5': 's4',
  '6': 's4',
  '7': 's7',
  LGS: 'lgs',
  '9': 's9',
  '10': 's9',
  '11': 's11',
  YKS: 'yks',
} as const;

type Grade = keyof typeof serviceByGrade;

export const grades: { value: Grade; label: string }[] = [
  { value: '4', label: '4. sınıf' },
  { value: '5', label: '5. sınıf' },
  { value: '6', label: '6. sınıf' },
  { value: '7', label: '7. sınıf' },
  { value: 'LGS', label: '8. sınıf (LGS)' },
  { value: '9', label: '9. sınıf' },
  { value: '10', label: '10. sınıf' },
  { value: '11', label: '11. sınıf' },
  { value: 'YKS', label: '12. sınıf ve mezun (YKS)' },
];

/** The coaching service of a grade; undefined for anything else. */
export function serviceOf(grade: string): string | undefined {
  return Object.hasOwn(serviceByGrade, grade) ? serviceByGrade[grade as Grade] : undefined;
}

export const gradeOf = (service: string): Grade | undefined =>
  grades.find(({ value }) => serviceByGrade[value] === service)?.value;

/** Rules that the markup cannot express. */
export const checkEnquiry = (values: Values): FieldErrors =>
  toE164(values.phone_number ?? '') ? {} : { phone_number: phoneTexts.wrong };

/** The service that an enquiry is about. */
export interface Topic {
  id: string | null;
  name: string | null;
}

/** Thanks by name, and names the service. Not the server's message, which knows neither. */
export function successMessage(
  form: FormType,
  { name, surname }: { name: string; surname: string },
  topic: Topic,
): string {
  const about = topic.name ? `“${topic.name}” ` : '';
  return form === 'coaching'
    ? `Teşekkürler ${name} ${surname}! ${about}${about ? 'için ' : ''}mesajınız bize ulaştı. Uygun bir saati konuşmak için sizi arayacağız.`
    : `Mesajınız gönderildi! Teşekkürler ${name} ${surname}; ${about}${about ? 'konusunda ' : ''}en kısa sürede size döneceğiz.`;
}

/** Says that sending failed and why; without an answer, that nothing typed is lost. */
export function failureMessage(form: FormType, reason: string): string {
  const kept = 'Yazdıklarınız burada duruyor; bağlantınız gelince yeniden gönderebilirsiniz.';
  return form === 'coaching'
    ? `Bir hata oluştu: ${reason || `Form gönderilemedi. ${kept}`}`
    : `Mesaj gönderilirken hata oluştu. ${reason || kept}`;
}
