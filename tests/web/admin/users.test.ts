import { expect, test } from 'vitest';
import { nameOf, ownerOf } from '../../../src/web/admin/users/users.ts';

test('an account without a name is called by its address', () => {
  const named = { name: 'Ada', surname: 'Işık', email: 'ada@ornek.com' };
  const nameless = { ...named, name: '', surname: '' };
  expect([nameOf(named), ownerOf(named)]).toEqual(['Ada Işık', 'Ada Işık adlı kişinin']);
  expect([nameOf(nameless), ownerOf(nameless)]).toEqual(['ada@ornek.com', 'ada@ornek.com adresli kişinin']);
});
