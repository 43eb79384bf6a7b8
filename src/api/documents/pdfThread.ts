import { Worker } from 'node:worker_threads';
import type { PdfContent, PdfRequest } from './renderPdf.ts';

type PdfReply = { id: number; pdf: Uint8Array; error?: undefined } | { id: number; pdf?: undefined; error: string };

/** An idle thread is ended after this long; it holds 40 MB. */
const idleMs = 60_000;

interface PdfThread {
  worker: Worker;
  waiting: Map<number, { resolve(pdf: Buffer): void; reject(error: Error): void }>;
}

let thread: PdfThread | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/** PDFs that are being made, by content and title. */
const running = new Map<string, Promise<Buffer>>();

/** Makes a PDF in a thread, one at a time. Requests for one that is being made get that one. */
export function makePdf(content: PdfContent, title: string, createdAt: Date): Promise<Buffer> {
  const key = JSON.stringify([content, title]);
  const made = running.get(key) ?? runThread(content, title, createdAt).finally(() => running.delete(key));
  running.set(key, made);
  return made;
}

function runThread(content: PdfContent, title: string, createdAt: Date): Promise<Buffer> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  clearTimeout(idle);
  count += 1;
  const request: PdfRequest = { id: count, content, title, createdAt: createdAt.toISOString() };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    worker.ref();
    worker.postMessage(request);
  });
}

function startThread(): PdfThread {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url));
  const started: PdfThread = { worker, waiting: new Map() };
  const { waiting } = started;
  /** The next PDF starts another thread: this one may take a while to end on a busy machine. */
  const retire = () => {
    if (thread === started) thread = undefined;
  };
  worker.on('message', ({ id, pdf, error }: PdfReply) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (pdf) request?.resolve(Buffer.from(pdf));
    else request?.reject(new Error(error));
    if (waiting.size) return;
    // Nothing waits: the thread does not keep the process from ending.
    worker.unref();
    idle = setTimeout(() => {
      retire();
      void worker.terminate();
    }, idleMs);
    idle.unref();
  });
  const end = (error: Error) => {
    retire();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that makes PDFs ended')));
  return started;
}
