/** Sentences that the forms about orders and the API share. */
export const orderTexts = {
  namesMissing: '❗ Lütfen tüm katılımcı adlarını eksiksiz girin.',
  fullName: 'Lütfen adı ve soyadı girin.',
  tooMuch: 'Bir siparişin tutarı en fazla 20.000.000 lira olabilir. Lütfen siparişinizi bölün.',
  phone: 'Lütfen telefon numarasını girin.',
  subject: 'Lütfen konuyu yazın.',
  text: 'Lütfen iletinizi yazın.',
  answerLine: 'Bir yanıtın satırında ad yok. Her yanıt, kişinin adıyla aynı sıradaki satırda olmalı.',
  answerMissing: 'Lütfen bu soruyu yanıtlayın.',
  healthConsentMissing: 'Sağlıkla ilgili bir yanıt için açık rızanız gerekir; dilerseniz yanıtı boş bırakın.',
  /** What somebody agrees to with an answer that may be about health; kept with the answer. */
  healthConsent:
    'Yanıtımda yer alabilecek sağlık bilgilerinin yalnızca bu atölyenin güvenle yürütülmesi için işlenmesine açık rıza veriyorum. Rızamı dilediğim an geri alabilirim.',
} as const;
