/**
 * Divides what is open for a line, in kuruş, among the positions of its seats: equal parts, what is left over on the
 * first one.
 */
export function openOfSeats(open: number, positions: number[]): Map<number, number> {
  const part = Math.floor(open / Math.max(1, positions.length));
  const first = Math.min(...positions);
  const rest = open - part * positions.length;
  return new Map(positions.map((position) => [position, position === first ? part + rest : part]));
}
