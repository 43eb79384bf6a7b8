/** As many named participants as seats. */
export const participants = (quantity: number) =>
  Array.from({ length: quantity }, (_, index) => ({ fullName: `Ada Deniz ${index + 1}` }));

/** A line of a checkout as the browser sends it. */
export const cartLine = (id: string, quantity = 1, more: object = {}) => ({
  id,
  quantity,
  participants: participants(quantity),
  ...more,
});

/** A line for each of the products. */
export const cartLines = (ids: string[], quantity = 1) => ids.map((id) => cartLine(id, quantity));
