interface ReadyAnswer {
  label: string;
  /** The text to start from, for somebody who signed with this name. */
  write(nameSurname: string): string;
}

const firstName = (nameSurname: string): string => nameSurname.trim().split(/\s+/)[0] ?? '';

/** Answers to start from. None confirms that somebody is a client: whoever reads the page reads them too. */
export const readyAnswers: ReadyAnswer[] = [
  {
    label: 'Teşekkür',
    write: (name) => `Merhaba ${firstName(name)}, güzel sözleriniz için teşekkür ederiz.`,
  },
  {
    label: 'Bize yazın',
    write: (name) =>
      `Merhaba ${firstName(name)}, sorunuz için teşekkür ederiz. Size özel konuları burada değil, iletişim sayfamızdan yazarsanız yanıtlayabiliriz.`,
  },
  {
    label: 'Acil destek',
    write: (name) =>
      `Merhaba ${firstName(name)}, yazdığınız için teşekkür ederiz. Kendiniz ya da bir yakınınız tehlikedeyse beklemeden 112’yi arayın; sizinle konuşmak isteriz, iletişim sayfamızdan bize ulaşabilirsiniz.`,
  },
];
