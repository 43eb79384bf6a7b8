import type { Mail } from '../mail/outbox.service.ts';

/** Shows an admin that mails of the site arrive. */
export const testMail = (to: string, siteUrl: string): Mail & { to: string } => ({
  kind: 'test',
  type: 'transactional',
  to,
  subject: 'Deneme e-postası',
  parts: {
    title: 'E-postalarınız ulaşıyor',
    paragraphs: [
      'Merhaba,',
      'Bu e-postayı yönetim panelindeki Kurulum listesinden kendinize gönderdiniz. Okuyabildiğinize göre siteniz e-posta gönderebiliyor.',
      'E-posta istenmeyenler klasörüne düştüyse alan adınızın SPF ve DKIM kayıtlarını e-posta sağlayıcınızla gözden geçirin.',
    ],
    button: { label: 'Kuruluma dön', url: `${siteUrl}/admin` },
  },
});
