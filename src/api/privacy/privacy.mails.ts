import type { Mail } from '../mail/outbox.service.ts';

/** Tells a person that a copy of their data was taken; without a name, since not everybody has an account. */
export function dataExportedMail(to: string, siteUrl: string, byPractice: boolean): Mail {
  return {
    kind: 'data_exported',
    to,
    subject: 'Verilerinizin bir kopyası alındı',
    parts: {
      title: 'Verilerinizin bir kopyası alındı',
      paragraphs: [
        'Merhaba,',
        byPractice
          ? 'Bu e-posta adresiyle ilgili sakladığımız bilgilerin bir kopyası az önce merkezimizin yönetim panelinden alındı.'
          : 'Hesabınızla ilgili sakladığımız bilgilerin bir kopyası az önce profil sayfanızdan indirildi.',
        byPractice
          ? 'Bizden böyle bir kopya istemediyseniz lütfen bize haber verin.'
          : 'Bunu siz yapmadıysanız şifrenizi hemen sıfırlayın ve bize haber verin.',
      ],
      ...(byPractice ? {} : { button: { label: 'Şifremi sıfırla', url: `${siteUrl}/forgot-password` } }),
    },
  };
}
