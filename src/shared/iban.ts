/** A checked IBAN without blanks, or the sentence that says what is wrong with it. */
type CheckedIban = { iban: string; problem?: undefined } | { iban?: undefined; problem: string };

const length = 26;

/** Writes an IBAN in groups of four, as people read it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Checks a Turkish IBAN, typed with or without blanks: letters, length, reserved digit and check digits (mod 97). */
export function checkIban(typed: string): CheckedIban {
  const iban = typed.replace(/[\s.-]/g, '').toUpperCase();
  if (!iban.startsWith('TR')) return { problem: 'IBAN “TR” ile başlamalıdır.' };
  const wrong = iban.slice(2).search(/\D/);
  if (wrong >= 0) return { problem: `${groupOf(iban, wrong + 2)} rakam olmayan bir işaret var.` };
  if (iban.length !== length) {
    const digits = iban.length - 2;
    return { problem: `IBAN’da TR’den sonra 24 rakam olmalı; ${digits} rakam yazılmış.` };
  }
  if (iban[9] !== '0') return { problem: `${groupOf(iban, 9)} ikinci rakam 0 olmalı.` };
  if (remainder(iban) === 1) return { iban };
  return { problem: `IBAN’ın kontrol rakamları tutmuyor. Grupları tek tek karşılaştırın: ${formatIban(iban)}` };
}

/** Names the group of four that holds a position: `3. grupta (0006)`. */
function groupOf(iban: string, position: number): string {
  const index = Math.floor(position / 4);
  return `${index + 1}. grupta (${iban.slice(index * 4, index * 4 + 4)})`;
}

/** ISO 7064, mod 97-10: the first four signs go to the end, letters become numbers. */
function remainder(iban: string): number {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
