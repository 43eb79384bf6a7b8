/** The questions of the feedback form, with the words at both ends of their scales. */
export const feedbackQuestions = {
  content: { question: 'İçerik işinize yaradı mı?', least: 'hiç', most: 'çok' },
  pace: { question: 'Temposu nasıldı?', least: 'rahatsız etti', most: 'tam kararında' },
  place: { question: 'Mekân ve koşullar?', least: 'yetersizdi', most: 'çok iyiydi' },
  again: { question: 'Yine katılır mıydınız?', least: 'sanmam', most: 'kesinlikle' },
} as const;

/** From this many answers on the practice sees averages and words. */
export const minAnswers = 5;

export const feedbackTexts = {
  score: '1 ile 5 arasında bir değer seçin.',
  thanks: 'Teşekkür ederiz. Görüşünüz bize ulaştı.',
} as const;
