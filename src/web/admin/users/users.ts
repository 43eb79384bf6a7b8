import type { User } from '../../../contract/account.ts';
import { toCsv } from '../../../shared/csv.ts';
import { joinName } from '../../../shared/names.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { formatInstant } from '../csv.ts';

type NameAndEmail = Pick<User, 'name' | 'surname' | 'email'>;

/** Names an account, by its address where nobody has written a name yet. */
export const nameOf = (user: NameAndEmail): string => joinName(user) || user.email;

/** The same before 'hesabı'. */
export const ownerOf = (user: NameAndEmail): string => `${nameOf(user)} ${joinName(user) ? 'adlı' : 'adresli'} kişinin`;

/** Tells the account from those of the same name. */
export const nameAndEmail = (user: NameAndEmail): string => [joinName(user), user.email].filter(Boolean).join(', ');

export const usersCsv = (users: User[]): string =>
  toCsv(
    ['Ad', 'Soyad', 'E-posta', 'Telefon', 'Rol', 'Kayıt zamanı', 'Durum'],
    users.map((user) => [
      ...[user.name, user.surname, user.email, formatPhone(user.phone_number)],
      ...[user.role === 'admin' ? 'Yönetici' : 'Kullanıcı', formatInstant(user.created_at)],
      user.deactivated_at ? 'Kapalı' : 'Açık',
    ]),
  );
