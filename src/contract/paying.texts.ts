/** Sentences about paying that a buyer's orders and mails share. Those of forms are apart: /orders loads none. */
export const payingTexts = {
  noIban: 'Hesap bilgilerini size ayrıca yazacağız.',
  overpaid: (amount: string) => `Tutardan ${amount} fazla ödediniz; iadesi için sizinle iletişime geçeceğiz.`,
  lateTransfer:
    'Havaleniz yoldaysa bir şey yapmanız gerekmez: ulaştığında yer varsa yeniden sizin olur, yoksa tamamını iade ederiz.',
} as const;
