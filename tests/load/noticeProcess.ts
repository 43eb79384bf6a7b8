// A process that sends the notices which are due by a clock so many milliseconds ahead, once. It prints 'Ready' before.
import { pino } from 'pino';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { openPostgres } from '../../src/api/db/postgres.ts';
import { readEnv } from '../../src/api/env.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { createContext } from '../../src/api/openContext.ts';

const aheadMs = Number(process.argv[2]);
const env = readEnv(process.env);
const connection = env.databaseUrl ? await openPostgres(env.databaseUrl) : await openEmbedded(env.dataDir);
const clock = () => new Date(Date.now() + aheadMs);
const ctx = await createContext(env, connection, pino({ level: 'silent' }), clock);
console.log('Ready');
await sendNotices(ctx);
await connection.close();
