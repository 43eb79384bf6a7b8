import type { User } from '../../../contract/account.ts';
import { toCsv } from '../../../shared/csv.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { formatInstant } from '../csv.ts';

/** The accounts as CSV. */
export const usersCsv = (users: User[]): string =>
  toCsv(
    ['Ad', 'Soyad', 'E-posta', 'Telefon', 'Rol', 'Kayıt zamanı', 'Durum'],
    users.map((user) => [
      ...[user.name, user.surname, user.email, formatPhone(user.phone_number)],
      ...[user.role === 'admin' ? 'Yönetici' : 'Kullanıcı', formatInstant(user.created_at)],
      user.deactivated_at ? 'Kapalı' : 'Açık',
    ]),
  );
