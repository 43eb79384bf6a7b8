/** Up to this many seats left, a card says how many. */
const fewSeats = 3;

/** What a card says about its seats; empty while there are plenty. */
export function seatNote(stock: number): string {
  if (stock <= 0) return 'Tükendi';
  return stock <= fewSeats ? `Son ${stock} kontenjan` : '';
}

/** Why a product cannot be bought any more, on its card. */
export const closedNotes = { sale: 'Satışa kapandı', cancelled: 'İptal edildi' };
