/** Sentences that the account forms and the API share. */
export const accountTexts = {
  passwordMissing: 'Lütfen şifrenizi girin.',
  passwordLength: 'Şifre 8 ile 128 karakter arasında olmalıdır.',
  codeMissing: 'Lütfen kodu girin.',
  codeWrong: 'Kod 6 rakamdan oluşur.',
  secondFactorCodeMissing: 'Lütfen doğrulama kodunu girin.',
} as const;
