import { fold } from '../../shared/fold.ts';
import { invalid } from '../errors.ts';

/** How many of the commonest passwords are refused (CONTRACT.md 2). */
const most = 3000;

// What people here choose and lists from elsewhere rank too low.
const local = [
  ...['sifre123', 'sifre1234', 'sifresifre', 'parola123', 'parola1234', 'parolaparola'],
  ...['galatasaray', 'galatasaray1905', 'fenerbahce', 'fenerbahce1907', 'besiktas', 'besiktas1903', 'trabzonspor'],
  ...['trabzonspor61', 'istanbul', 'istanbul34', 'turkiye1923', 'ataturk1881', 'seniseviyorum', 'seni seviyorum'],
  ...['bismillah', '12345678a', '123456789a', '123456asd', 'asdasd123', 'qweasd123', 'qwe123asd'],
];

let loading: Promise<Set<string>> | undefined;

/** The commonest 3,000, and the commonest 3,000 of those long enough to be chosen at all. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked: string[] = dictionary['passwords-common'];
  const long = ranked.filter((password) => password.length >= 8);
  return new Set([...ranked.slice(0, most), ...long.slice(0, most), ...local].map(fold));
}

/** Throws 422 on `field` when this is a password everybody tries first, however its letters are written. */
export async function refuseCommon(password: string, field: string): Promise<void> {
  loading ??= load();
  if (!(await loading).has(fold(password))) return;
  throw invalid({ [field]: 'Bu şifre çok sık kullanılıyor ve kolayca tahmin edilir. Lütfen başka bir şifre seçin.' });
}
