import { expect, test } from 'vitest';
import { connectToRunningProcess, openControlSockets } from '../../src/api/controlSocket.ts';
import { openTestApi } from './harness.ts';

const { ctx } = await openTestApi();

test('the search for changed documents writes a line per batch, so that it is not taken for a client that stopped reading', async () => {
  const sockets = await openControlSockets(ctx);
  const ask = await connectToRunningProcess(ctx.env.dataDir, 'documents');
  const lines: string[] = [];
  await ask?.(async (line) => void lines.push(line));
  await sockets.close();
  expect(lines).toEqual(['', '{"count":0,"problems":[]}']);
});
