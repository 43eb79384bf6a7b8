import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

export const secondFactorOnMail = (to: string, siteUrl: string, name: string): Mail =>
  titledMail(to, 'second_factor_on', {
    title: 'İki adımlı giriş açıldı',
    paragraphs: [
      greeting(name),
      'Hesabınıza girerken bundan sonra şifrenizin yanında doğrulama uygulamanızdaki kod da istenecek.',
      'Bunu siz yapmadıysanız şifrenizi hemen sıfırlayın ve bize haber verin.',
    ],
    button: { label: 'Profilimi aç', url: `${siteUrl}/profile` },
  });

export const secondFactorOffMail = (to: string, siteUrl: string, name: string): Mail =>
  titledMail(to, 'second_factor_off', {
    title: 'İki adımlı giriş kapatıldı',
    paragraphs: [
      greeting(name),
      'Hesabınıza bundan sonra yalnızca şifrenizle girilir. İki adımlı girişi profil sayfanızdan yeniden açabilirsiniz.',
      'Bundan haberiniz yoksa şifrenizi hemen sıfırlayın ve bize haber verin.',
    ],
    button: { label: 'Profilimi aç', url: `${siteUrl}/profile` },
  });
