import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';

/** Tells whoever commented with an account that there is an answer. Has no word of the comment, the answer or the post's title. */
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
