/** Sentences that the forms about orders and the API share. */
export const orderTexts = {
  namesMissing: '❗ Lütfen tüm katılımcı adlarını eksiksiz girin.',
  fullName: 'Lütfen adı ve soyadı girin.',
  subject: 'Lütfen konuyu yazın.',
  text: 'Lütfen iletinizi yazın.',
} as const;
