/** A scan of one seat that counts: the seat was sold and of the right event. */
export interface SeatScan {
  /** When it was made by a clock put right, in ms. */
  at: number;
  /** Takes the person out again. */
  undo: boolean;
  /** Which device made it, and its number for it. */
  device: string;
  nonce: string;
}

/**
 * When a scan was made by our clock: the device's clock is off by as much as when it sends. A scan is never later than
 * its arrival. All in ms.
 */
export const correctTime = (at: number, sentAt: number, receivedAt: number): number =>
  Math.min(at + receivedAt - sentAt, receivedAt);

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of scans, the same whichever was sent first: by time; of one moment an undo comes last. */
export const compareScans = (a: SeatScan, b: SeatScan): number =>
  a.at - b.at || Number(a.undo) - Number(b.undo) || compareTexts(a.device, b.device) || compareTexts(a.nonce, b.nonce);

/** Since when a person is in after these scans: the earliest since the last undo. Null while they are not. */
export function findArrival(scans: SeatScan[]): number | null {
  const sorted = scans.toSorted(compareScans);
  return sorted[sorted.findLastIndex(({ undo }) => undo) + 1]?.at ?? null;
}

interface ScanAnswer {
  result: 'in' | 'already' | 'out';
  /** Since when the person is in; null after an undo. */
  first_at: number | null;
}

/** Answers a scan by what was scanned before it, not by what was sent before it. */
export function answerScan(scan: SeatScan, others: SeatScan[]): ScanAnswer {
  if (scan.undo) return { result: 'out', first_at: null };
  const arrival = findArrival(others.filter((other) => compareScans(other, scan) < 0));
  return arrival === null ? { result: 'in', first_at: scan.at } : { result: 'already', first_at: arrival };
}
