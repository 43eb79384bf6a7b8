import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;

/** As Node's `randomBytes`, for at most 4,096 bytes: draws many at once, as each draw is a call of the system. */
export function randomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + size);
  const drawn = Buffer.from(bytes);
  bytes.fill(0);
  used += size;
  return drawn;
}
