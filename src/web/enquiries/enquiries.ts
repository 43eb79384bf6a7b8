import type { FormType } from '../../contract/enquiries.ts';
import { toE164 } from '../../shared/phone.ts';
import { phoneTexts } from '../../shared/texts.ts';
import type { FieldErrors, Values } from '../ui/form.ts';

/** SPEC.md 3: which coaching service a grade belongs to. */
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

export type Grade = keyof typeof serviceByGrade;

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

/** The coaching service for a grade, or undefined for what is none. */
export function serviceOf(grade: string): string | undefined {
  return Object.hasOwn(serviceByGrade, grade) ? serviceByGrade[grade as Grade] : undefined;
}

/** The first grade of a service: what the form shows when it was opened from that service. */
export const gradeOf = (service: string): Grade | undefined =>
  grades.find(({ value }) => serviceByGrade[value] === service)?.value;

/** Rules the markup cannot say. */
export const checkEnquiry = (values: Values): FieldErrors =>
  toE164(values.phone_number ?? '') ? {} : { phone_number: phoneTexts.wrong };

/** A service somebody asks about. */
export interface Topic {
  id: string | null;
  name: string | null;
}

/** What sending said. SPEC.md 8: coaching thanks by name with the service's name, counselling has its own words. */
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

/** What failing said: SPEC.md 8's words, then the server's; without an answer, that nothing typed is lost. */
export function failureMessage(form: FormType, answer: string): string {
  const kept = 'Yazdıklarınız burada duruyor; bağlantınız gelince yeniden gönderebilirsiniz.';
  return form === 'coaching'
    ? `Bir hata oluştu: ${answer || `Form gönderilemedi. ${kept}`}`
    : `Mesaj gönderilirken hata oluştu. ${answer || kept}`;
}
