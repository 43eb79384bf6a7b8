import { Worker } from 'node:worker_threads';
import type { PdfContent, PdfRequest } from './pdf.ts';

type PdfReply = { id: number; pdf: Uint8Array; error?: undefined } | { id: number; pdf?: undefined; error: string };

/** An idle thread is ended after this long; it holds 40 MB. */
const idleMs = 60_000;

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let count = 0;
const waiting = new Map<number, { resolve(pdf: Buffer): void; reject(error: Error): void }>();

/** Makes a PDF in a thread, one at a time. */
export function makePdf(content: PdfContent, title: string, createdAt: Date): Promise<Buffer> {
  const running = worker ?? startWorker();
  clearTimeout(idle);
  count += 1;
  const request: PdfRequest = { id: count, content, title, createdAt: createdAt.toISOString() };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    running.ref();
    running.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./pdf.worker.ts', import.meta.url));
  started.on('message', ({ id, pdf, error }: PdfReply) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (pdf) request?.resolve(Buffer.from(pdf));
    else request?.reject(new Error(error));
    if (waiting.size) return;
    // Nothing waits: the thread does not keep the process from ending.
    started.unref();
    idle = setTimeout(() => started.terminate(), idleMs);
    idle.unref();
  });
  const end = (error: Error) => {
    if (worker === started) worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('error', end);
  started.on('exit', () => end(new Error('the thread that makes PDFs ended')));
  worker = started;
  return started;
}
