import { describe, expect, test } from 'vitest';
import {
  checkCode,
  checkNewPassword,
  checkPasswordChange,
  checkRegistration,
  checkSignIn,
  countdownAnnouncement,
  emailError,
  toDigits,
} from '../../src/web/account/account.ts';
import { pathAfterSignIn, readReturnTo, safeLocalPath } from '../../src/web/account/returnTo.ts';
import { measureStrength } from '../../src/web/account/strength.ts';
import { withReturnTo } from '../../src/web/paths.ts';

const origin = 'https://site.test';

describe('the page after signing in', () => {
  test.each([
    ['/cart?devam', '/cart?devam'],
    ['/blog/yazi#yorumlar', '/blog/yazi#yorumlar'],
    ['/a/../orders', '/orders'],
  ])('may be %s', (value, path) => {
    expect(safeLocalPath(value, origin)).toBe(path);
  });

  test.each([
    [null],
    [''],
    ['orders'],
    ['//evil.test'],
    ['/\\evil.test'],
    ['/\t/evil.test'],
    ['/.//evil.test'],
    ['https://evil.test/'],
    ['javascript:alert(1)'],
    ['/login'],
    ['/cikis'],
    ['/auth/callback#access_token=x'],
  ])('may not be %j', (value) => {
    expect(safeLocalPath(value, origin)).toBeUndefined();
  });

  const at = (search: string) => ({ search, origin }) as Location;

  test('is the one in the address, or the protected page opened before', () => {
    expect(readReturnTo(at('?next=/cart%3Fdevam'), '')).toBe('/cart?devam');
    expect(readReturnTo(at('?next=//evil.test'), '')).toBeUndefined();
    expect(readReturnTo(at(''), `${origin}/orders`)).toBe('/orders');
    expect(readReturnTo(at(''), `${origin}/admin/users?status=active`)).toBe('/admin/users?status=active');
    expect(readReturnTo(at(''), `${origin}/blog`)).toBeUndefined();
    expect(readReturnTo(at(''), 'https://evil.test/orders')).toBeUndefined();
  });

  test('is the admin area for admins, the home page for others, and never one the role may not see', () => {
    expect(pathAfterSignIn({ role: 'admin' }, undefined)).toBe('/admin');
    expect(pathAfterSignIn({ role: 'user' }, undefined)).toBe('/');
    expect(pathAfterSignIn({ role: 'user' }, '/cart?devam')).toBe('/cart?devam');
    expect(pathAfterSignIn({ role: 'user' }, '/admin/users')).toBe('/');
    expect(pathAfterSignIn({ role: 'admin' }, '/admin/users')).toBe('/admin/users');
    expect(withReturnTo('/register', '/cart?devam')).toBe('/register?next=%2Fcart%3Fdevam');
  });
});

describe('account forms before they are sent', () => {
  const good = { name: 'Işıl', surname: 'Çağ', email: 'isil@ornek.com', password: 'uzun söz', confirm: 'uzun söz' };

  test('accept a valid registration, with or without phone', () => {
    expect(checkRegistration(good)).toEqual({});
  });

  test.each([
    ['name', ' ', 'Lütfen adınızı girin.'],
    ['surname', '', 'Lütfen soyadınızı girin.'],
    ['email', '', 'Lütfen e-posta girin.'],
    ['email', 'isil@', 'Lütfen geçerli bir e-posta adresi girin.'],
    ['confirm', 'başka söz', 'Şifreler eşleşmiyor.'],
    ['confirm', '', 'Lütfen şifrenizi tekrar girin.'],
  ])('answer %s «%s» with %s', (field, value, sentence) => {
    expect(checkRegistration({ ...good, [field]: value })).toEqual({ [field]: sentence });
  });

  test('need e-mail and password to sign in', () => {
    expect(Object.keys(checkSignIn({ email: '', password: '' }))).toEqual(['email', 'password']);
    expect(checkSignIn({ email: 'a@b.co', password: ' ' })).toEqual({});
  });

  test('accept a code of six digits, however it was pasted', () => {
    expect(checkCode({ otp: '' })).toEqual({ otp: 'Lütfen kodu girin.' });
    expect(checkCode({ otp: '12345' })).toEqual({ otp: 'Kod 6 rakamdan oluşur.' });
    expect(toDigits(' 123-456 7')).toBe('123456');
  });

  test('announce the countdown at four moments, not every second', () => {
    const spoken = Array.from({ length: 180 }, (_, second) => countdownAnnouncement(180 - second));
    expect([...new Set(spoken)]).toEqual([
      '',
      'Kodun süresinin dolmasına 120 saniye kaldı.',
      'Kodun süresinin dolmasına 60 saniye kaldı.',
      'Kodun süresinin dolmasına 30 saniye kaldı.',
      'Kodun süresinin dolmasına 10 saniye kaldı.',
    ]);
    expect(spoken.indexOf('Kodun süresinin dolmasına 60 saniye kaldı.')).toBe(120);
  });

  test('need the new password twice, with the messages of each screen', () => {
    const all = 'Lütfen tüm alanları doldurun.';
    expect(checkNewPassword({ newPassword: '', confirm: '' })).toEqual({ newPassword: all });
    expect(checkNewPassword({ newPassword: 'uzun bir söz', confirm: '' })).toEqual({ confirm: all });
    expect(checkNewPassword({ newPassword: 'uzun bir söz', confirm: 'x' })).toEqual({
      confirm: 'Şifreler eşleşmiyor.',
    });
    expect(checkPasswordChange({ password: 'uzun bir söz', repeat: '' })).toEqual({ repeat: 'Şifreler eşleşmiyor!' });
  });

  test('accept an e-mail address with blanks around it', () => {
    expect(emailError(' isil@ornek.com ')).toBeUndefined();
  });
});

describe('the strength of a password', () => {
  test.each([
    ['kisa', 'Çok zayıf'],
    ['aaaaaaaaaaaa', 'Çok zayıf'],
    ['12345678', 'Çok zayıf'],
    ['qwertyui', 'Çok zayıf'],
    ['Mavi2024', 'Orta'],
    ['kırmızı ip ve kâğıt', 'Çok güçlü'],
    ['t7#Kz!9pQ2', 'Güçlü'],
  ])('of «%s» is %s', (password, word) => {
    expect(measureStrength(password).word).toBe(word);
  });

  test('does not shrink when the password grows', () => {
    let last = 0;
    for (const word of ['bahçede', 'bahçede bir', 'bahçede bir kiraz', 'bahçede bir kiraz ağacı']) {
      expect(measureStrength(word).level).toBeGreaterThanOrEqual(last);
      last = measureStrength(word).level;
    }
  });
});
