import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';

/** Tells whoever commented with an account of an answer, without a word of it, the comment or the post's title. */
export function commentAnsweredMail(to: string, name: string, url: string): Mail {
  return {
    kind: 'comment_answered',
    type: 'transactional',
    to,
    subject: 'Yorumunuz yanıtlandı',
    parts: {
      title: 'Yorumunuz yanıtlandı',
      paragraphs: [
        greeting(name),
        'Blogumuzda yazdığınız yoruma yanıt verdik. Yanıtı yazının altında okuyabilirsiniz.',
      ],
      button: { label: 'Yanıtı oku', url },
      closing: ['Bu e-posta, yorumu hesabınızla yazdığınız için bir kez gönderildi.'],
    },
  };
}
