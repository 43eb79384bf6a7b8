import { readMatches, type StatementRequest } from './readMatches.ts';

addEventListener('message', async ({ data }: MessageEvent<StatementRequest>) => {
  postMessage(await readMatches(data));
});
