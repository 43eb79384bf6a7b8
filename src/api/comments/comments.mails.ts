import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

const closing = ['Bu e-posta, yorumu hesabınızla yazdığınız için bir kez gönderildi.'];

/** Tells whoever commented with an account that the comment is public, without a word of it or the post's title. */
export const commentApprovedMail = (to: string, name: string, url: string): Mail =>
  titledMail(to, 'comment_approved', {
    title: 'Yorumunuz yayında',
    paragraphs: [greeting(name), 'Blogumuzda yazdığınız yorum onaylandı. Artık yazının altında görünüyor.'],
    button: { label: 'Yorumu gör', url },
    closing,
  });

/** Tells whoever commented with an account of an answer, without a word of it, the comment or the post's title. */
export const commentAnsweredMail = (to: string, name: string, url: string): Mail =>
  titledMail(to, 'comment_answered', {
    title: 'Yorumunuz yanıtlandı',
    paragraphs: [greeting(name), 'Blogumuzda yazdığınız yoruma yanıt verdik. Yanıtı yazının altında okuyabilirsiniz.'],
    button: { label: 'Yanıtı oku', url },
    closing,
  });
