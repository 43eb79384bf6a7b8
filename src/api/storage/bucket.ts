import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../hash.ts';
import type { Bucket } from './bucketAddress.ts';
import { explainAnswer } from './bucketAnswers.ts';
import { sign } from './sign.ts';
import type { Storage } from './storage.ts';

/** A bucket cannot be reached, or refuses what it must do: 503 for whoever waits for it. */
export class BucketError extends Error {}

const patience = 15_000;
/** Milliseconds before each try after the first: S3 asks to repeat what it answers 500 or 503 to. */
const pauses = [100, 400];

/**
 * Files in an S3-compatible bucket. Without a public address browsers ask us for /media, and the bucket can stay
 * private.
 */
export function createBucketStorage({ origin, folder, key, publicUrl }: Bucket, clock: () => Date): Storage {
  async function once(method: string, name: string, signal: AbortSignal, body?: Buffer, type?: string) {
    const path = `${folder}${name}`;
    const headers: Record<string, string> = {
      host: new URL(origin).host,
      ...(type ? { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    };
    const { host: _, ...signed } = sign(key, method, path, headers, sha256(body ?? ''), clock());
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: signed,
      body: body && new Uint8Array(body),
      signal,
    });
    return { status: response.status, ok: response.ok, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** The bucket's answer, undefined for 404; every call may be repeated, since names never change what they hold. */
  async function send(method: string, name: string, body?: Buffer, type?: string): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(patience);
    for (let tries = 0; ; tries += 1) {
      const answer = await once(method, name, signal, body, type).catch(() => undefined);
      if (answer?.ok) return answer.bytes;
      const pause = pauses[tries];
      if ((!answer || answer.status >= 500) && pause !== undefined && !signal.aborted) {
        await sleep(pause);
        continue;
      }
      if (!answer) throw new BucketError(`the bucket at ${new URL(origin).host} cannot be reached`);
      const words = answer.bytes.toString('utf8', 0, 4096);
      if (answer.status === 404 && method !== 'PUT' && !words.includes('NoSuchBucket')) return undefined;
      throw new BucketError(explainAnswer(answer.status, words));
    }
  }
  return {
    async put(name, data, type) {
      await send('PUT', name, data, type);
    },
    get: (name) => send('GET', name),
    async remove(name) {
      await send('DELETE', name);
    },
    async check() {
      await send('GET', 'bu-dosya-yok');
    },
    url: (name) => `/media/${name}`,
    publicUrl,
  };
}
