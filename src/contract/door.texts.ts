/** What people at the door read about fields. */
export const doorTexts = {
  device: 'Telefonun kimliği okunamadı.',
  nonce: 'Okutmanın numarası okunamadı.',
  scans: 'Okutmalar bir liste olmalıdır.',
  tooMany: 'Bir kerede en fazla 500 okutma gönderilebilir.',
  scan: 'Okutma okunamadı.',
  moment: 'Zaman okunamadı.',
  ticket: 'Bilet ya da katılımcı belirtilmelidir.',
} as const;
