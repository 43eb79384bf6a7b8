export const people = (quantity: number, name = 'Ada Deniz') =>
  Array.from({ length: quantity }, (_, index) => ({ fullName: `${name} ${index + 1}` }));

/** A line of a checkout as the browser sends it. */
export const line = (id: string, quantity = 1, more: object = {}) => ({
  id,
  quantity,
  participants: people(quantity),
  ...more,
});
