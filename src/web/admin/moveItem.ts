/** A copy of the list with one item moved. */
export function moveItem<T>(items: T[], from: number, to: number): T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item === undefined || to < 0 || to > next.length) return items;
  next.splice(to, 0, item);
  return next;
}
