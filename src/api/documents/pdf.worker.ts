import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type PdfRequest, renderPdf } from './renderPdf.ts';

// Requests come before PDFs where processors are few. On Linux alone this is the thread's priority, not the process's.
try {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // A sandbox may refuse it: PDFs are made all the same.
}

// A thread of its own, so that requests are answered while a PDF is made.
parentPort?.on('message', async ({ id, content, title, createdAt }: PdfRequest) => {
  try {
    parentPort?.postMessage({ id, pdf: await renderPdf(content, title, new Date(createdAt)) });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
