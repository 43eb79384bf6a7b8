import { readMatches, type StatementRequest } from './readMatches.ts';

// What goes wrong is reported: the page hears of no rejected promise of a worker.
addEventListener('message', ({ data }: MessageEvent<StatementRequest>) => {
  readMatches(data).then((reply) => postMessage(reply), reportError);
});
