/** How far the server's clock is ahead of this device's, which may be wrong by hours; 0 for less than a minute. */
let serverAheadMs = 0;

/** Now, by the server's clock once it answered a call. */
export const serverNow = (): Date => new Date(Date.now() + serverAheadMs);

/** Sets the clock by an answer of the server. */
export function readServerTime({ headers }: Response): void {
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(ahead)) serverAheadMs = Math.abs(ahead) < 60_000 ? 0 : ahead;
}
