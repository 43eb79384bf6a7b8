/** How hard a password is to guess, 0 to 4, and the word for it. */
export interface Strength {
  level: 0 | 1 | 2 | 3 | 4;
  word: string;
}

const words = ['Çok zayıf', 'Zayıf', 'Orta', 'Güçlü', 'Çok güçlü'] as const;

const runs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertyuıopğü'];

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /\s/, /[^\p{L}\d\s]/u];

/** Whether three signs in a row repeat or follow the alphabet, the digits or the keyboard, either way. */
function isRun(three: string): boolean {
  const back = [...three].reverse().join('');
  return new Set(three).size === 1 || runs.some((run) => run.includes(three) || run.includes(back));
}

/** A rough measure: signs that say something new, and how many kinds of them. The server refuses what everybody uses. */
export function measureStrength(password: string): Strength {
  const signs = [...password.toLocaleLowerCase('tr')];
  const fresh = signs.filter((_, index) => index < 2 || !isRun(signs.slice(index - 2, index + 1).join(''))).length;
  const varied = new Set(signs).size;
  const size = Math.min(fresh, varied * 2) + 2 * (kinds.filter((kind) => kind.test(password)).length - 1);
  const level = signs.length < 8 ? 0 : size < 9 ? 0 : size < 12 ? 1 : size < 15 ? 2 : size < 20 ? 3 : 4;
  return { level, word: words[level] };
}
