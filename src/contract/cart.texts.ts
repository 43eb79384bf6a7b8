/** Sentences about carts that several calls share. */
export const cartTexts = { list: 'Sepet bir liste olmalıdır.' } as const;
