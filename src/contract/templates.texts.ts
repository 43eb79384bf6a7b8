/** Sentences that the form of answer templates and the API share. */
export const templateTexts = {
  title: 'Lütfen kısa bir ad yazın.',
  text: 'Lütfen yanıtın metnini yazın.',
  list: 'Hazır yanıtlar bir liste olmalıdır.',
  tooMany: 'Her liste için en fazla 20 hazır yanıt yazabilirsiniz.',
} as const;
