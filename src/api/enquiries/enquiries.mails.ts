import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

/**
 * Tells the sender of an enquiry that it arrived. Contains nothing of what they wrote, not even a name: whoever fills
 * in a stranger's address could send them a message by it.
 */
export const receiptMail = (sealedTo: Buffer): Mail => ({
  ...titledMail(undefined, 'enquiry_receipt', {
    title: 'Mesajınız bize ulaştı',
    paragraphs: [
      'Merhaba,',
      'Sitemizdeki formdan, bu e-posta adresi verilerek bir mesaj gönderildi. Mesajı okuyup size döneceğiz.',
      'Gizliliğiniz için mesajın içeriği bu e-postada yer almaz.',
    ],
    closing: [
      'Hayati bir tehlike varsa lütfen yanıtımızı beklemeyin, 112 Acil Çağrı Merkezi’ni arayın.',
      'Mesajı siz göndermediyseniz bir şey yapmanız gerekmez.',
    ],
  }),
  sealedTo: sealedTo.toString('base64'),
});
