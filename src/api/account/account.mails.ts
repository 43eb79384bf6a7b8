import { formatDateTime } from '../../shared/format.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

const ignore = 'Bu isteği siz yapmadıysanız bu e-postayı dikkate almayın; hesabınızda hiçbir şey değişmez.';

/** Contains no name: whoever registers a stranger's address chooses the name, and could send them a message by it. */
export const activationMail = (
  to: string,
  siteUrl: string,
  { token, until }: { token: string; until: Date },
): Mail => ({
  ...titledMail(to, 'activation', {
    title: 'Hesabınızı etkinleştirin',
    paragraphs: [
      'Merhaba,',
      'Sitemizde bu e-posta adresiyle bir hesap için kayıt yapıldı. Kaydı siz yaptıysanız son bir adım kaldı: düğmeye tıklayın ve açılan sayfada kayıt olurken seçtiğiniz şifreyi girin.',
    ],
    button: { label: 'Hesabımı etkinleştir', url: `${siteUrl}/activate?token=${token}` },
    closing: [
      'Bağlantı 24 saat geçerlidir ve bir kez kullanılabilir.',
      'Kaydı siz yapmadıysanız bir şey yapmanız gerekmez: bağlantıya tıklamayın. Hesap açılmaz, kayıt bir hafta içinde silinir.',
    ],
  }),
  until: until.toISOString(),
});

export const resetCodeMail = (to: string, code: string, until: Date): Mail => ({
  ...titledMail(to, 'reset_code', {
    title: 'Şifre sıfırlama kodunuz',
    paragraphs: ['Merhaba,', 'Yeni bir şifre belirlemek için açık olan sayfaya bu kodu girin:'],
    code,
    closing: ['Kod 3 dakika geçerlidir. Kodu kimseyle paylaşmayın; biz de sizden asla istemeyiz.', ignore],
  }),
  until: until.toISOString(),
});

export const passwordChangedMail = (to: string, siteUrl: string, name: string): Mail =>
  titledMail(to, 'password_changed', {
    title: 'Şifreniz değiştirildi',
    paragraphs: [
      greeting(name),
      'Hesabınızın şifresi az önce değiştirildi. Güvenliğiniz için diğer cihazlardaki oturumlarınızı kapattık.',
      'Bu değişikliği siz yapmadıysanız şifrenizi hemen sıfırlayın ve bize haber verin.',
    ],
    button: { label: 'Şifremi sıfırla', url: `${siteUrl}/forgot-password` },
  });

export const googleLinkedMail = (to: string, siteUrl: string, name: string): Mail =>
  titledMail(to, 'google_linked', {
    title: 'Google hesabınız bağlandı',
    paragraphs: [
      greeting(name),
      'Hesabınıza artık Google ile de giriş yapabilirsiniz. E-posta ve şifrenizle giriş de eskisi gibi çalışır.',
      'Bu bağlantıyı siz kurmadıysanız Google hesabınızın güvenliğini gözden geçirin, şifrenizi değiştirin ve bize haber verin.',
    ],
    button: { label: 'Profilimi aç', url: `${siteUrl}/profile` },
  });

/** Tells an admin of a sign-in from a browser that was never used for the account. */
export function newDeviceMail(
  { email, name }: { email: string; name: string },
  siteUrl: string,
  device: string,
  at: Date,
): Mail {
  return {
    ...titledMail(email, 'new_device', {
      title: 'Yeni bir cihazdan giriş',
      paragraphs: [
        greeting(name),
        `Yönetici hesabınıza daha önce kullanılmamış bir cihazdan giriş yapıldı: ${device}, ${formatDateTime(at.toISOString())}.`,
        'Giren sizseniz bir şey yapmanız gerekmez. Siz değilseniz şifrenizi hemen sıfırlayın: bütün oturumlar kapanır. Profil sayfanızda son hareketleri görebilirsiniz.',
      ],
      button: { label: 'Şifremi sıfırla', url: `${siteUrl}/forgot-password` },
    }),
    subject: 'Yönetici hesabınıza yeni bir cihazdan girildi',
  };
}
