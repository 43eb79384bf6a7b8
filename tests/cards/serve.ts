// Runs the stand-ins of both card services for `npm run dev`, and hands the variables of one to the parent process.
import { openCardStandIn } from './standIn.ts';

const [, , provider = 'paytr', site = '', port = '0'] = process.argv;
if (provider !== 'paytr' && provider !== 'iyzico') throw new Error('CARD_STANDIN must be paytr or iyzico');

const standIn = await openCardStandIn(async (path, body, type) => {
  const response = await fetch(`${site}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
  return response.text();
}, Number(port));
process.send?.(standIn.environment(provider));
