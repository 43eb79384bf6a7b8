import type { SecurityEventKind } from '../../contract/security.ts';

/** What people read for each kind of security event. */
export const eventNames: Record<SecurityEventKind, string> = {
  sign_in: 'Giriş yapıldı',
  google_sign_in: 'Google ile giriş yapıldı',
  sign_in_failed: 'Başarısız giriş denemesi',
  locked: 'Çok fazla deneme: giriş bir süre kapatıldı',
  new_device: 'Yeni bir cihazdan giriş',
  activated: 'Hesap açıldı',
  password_changed: 'Şifre değiştirildi',
  password_reset: 'Şifre sıfırlandı',
  google_linked: 'Google hesabı bağlandı',
  session_ended: 'Oturum kapatıldı',
  exported: 'Verilerin kopyası indirildi',
  exported_by_admin: 'Verilerin kopyasını merkezimiz aldı',
  second_factor_on: 'İki adımlı giriş açıldı',
  second_factor_off: 'İki adımlı giriş kapatıldı',
  second_factor_off_by_admin: 'İki adımlı girişi merkezimiz kapattı',
  recovery_code_used: 'Kurtarma kodu kullanıldı',
};

const refusals: Record<string, string> = { bad_credentials: 'şifre yanlıştı', otp_wrong: 'doğrulama kodu yanlıştı' };

/** Why it was refused, in words; empty where it went well. */
export const refusalText = (outcome: string): string => refusals[outcome] ?? '';

/** Whether its owner should look twice. */
export const isSuspicious = (kind: SecurityEventKind): boolean =>
  kind === 'sign_in_failed' || kind === 'locked' || kind === 'new_device';
