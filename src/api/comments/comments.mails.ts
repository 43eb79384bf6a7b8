import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

/** Tells whoever commented with an account of an answer, without a word of it, the comment or the post's title. */
export const commentAnsweredMail = (to: string, name: string, url: string): Mail =>
  titledMail(to, 'comment_answered', {
    title: 'Yorumunuz yanıtlandı',
    paragraphs: [greeting(name), 'Blogumuzda yazdığınız yoruma yanıt verdik. Yanıtı yazının altında okuyabilirsiniz.'],
    button: { label: 'Yanıtı oku', url },
    closing: ['Bu e-posta, yorumu hesabınızla yazdığınız için bir kez gönderildi.'],
  });
