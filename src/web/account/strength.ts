/** How hard a password is to guess, from 0 to 4, and the word for it. */
interface Strength {
  level: 0 | 1 | 2 | 3 | 4;
  word: string;
}

const words = ['Çok zayıf', 'Zayıf', 'Orta', 'Güçlü', 'Çok güçlü'] as const;

const runs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertyuıopğü'];

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /\s/, /[^\p{L}\d\s]/u];

/** Whether three characters repeat or follow the alphabet, the digits or the keyboard, in either direction. */
function isRun(three: string): boolean {
  const back = [...three].reverse().join('');
  return new Set(three).size === 1 || runs.some((run) => run.includes(three) || run.includes(back));
}

/** A rough measure: counts unpredictable characters and their kinds. The server also refuses common passwords. */
export function measureStrength(password: string): Strength {
  const characters = [...password.toLocaleLowerCase('tr')];
  const unpredictable = characters.filter(
    (_, index) => index < 2 || !isRun(characters.slice(index - 2, index + 1).join('')),
  ).length;
  const varied = new Set(characters).size;
  const size = Math.min(unpredictable, varied * 2) + 2 * (kinds.filter((kind) => kind.test(password)).length - 1);
  const level = characters.length < 8 ? 0 : size < 9 ? 0 : size < 12 ? 1 : size < 15 ? 2 : size < 20 ? 3 : 4;
  return { level, word: words[level] };
}
