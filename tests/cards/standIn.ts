import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, type Reply, readText } from './behaviour.ts';
import { createIyzicoStandIn, iyzicoKeys } from './iyzicoStandIn.ts';
import { createPaytrStandIn, paytrKeys } from './paytrStandIn.ts';

/** Both card services on this machine: they speak the services' wires and verify our signatures. */
export interface CardStandIn {
  url: string;
  paytr: ReturnType<typeof createPaytrStandIn>;
  iyzico: ReturnType<typeof createIyzicoStandIn>;
  /** How they misbehave from now on. */
  behaviour: Behaviour;
  /** The product's origin for browsers, where SITE_URL is another. */
  siteOrigin: string | undefined;
  /** Variables that make the product pay with one of them. */
  environment(provider: 'paytr' | 'iyzico'): Record<string, string>;
  /** Paths that were asked for, oldest first. */
  requests: string[];
  /** Signatures and authorizations that went over the wires, either way. */
  hashes: Set<string>;
  close(): Promise<void>;
}

/** The signatures in a request or a reply of either service. */
function findHashes(text: string): string[] {
  const found = text.matchAll(/(?:\b(?:paytr_token|hash)=|"signature":"|&signature:)([\w+/=%]+)/g);
  return [...found].map(([, hash = '']) => decodeURIComponent(hash));
}

type Notify = (path: string, body: string, type: string) => Promise<string>;

/** Opens the stand-ins. `notify` hands notices to the product; without it none are sent. */
export async function openCardStandIn(notify: Notify = async () => '', port = 0): Promise<CardStandIn> {
  const standIn = {
    behaviour: {} as Behaviour,
    requests: [] as string[],
    hashes: new Set<string>(),
    url: '',
    siteOrigin: undefined as string | undefined,
  };
  const toBrowser = (address: string) => {
    const { pathname, search } = new URL(address);
    return standIn.siteOrigin ? standIn.siteOrigin + pathname + search : address;
  };
  const keep = (text: string) => {
    for (const hash of findHashes(text)) standIn.hashes.add(hash);
  };
  const tell: Notify = (path, body, type) => {
    keep(body);
    return notify(path, body, type);
  };
  const options = { origin: () => standIn.url, behaviour: () => standIn.behaviour, notify: tell, toBrowser };
  const paytr = createPaytrStandIn(options);
  const iyzico = createIyzicoStandIn(options);
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    standIn.requests.push(path);
    const { delayMs = 0, gate, status, garbage, losesAnswers } = standIn.behaviour;
    const body = await readText(request);
    const authorization = (request.headers.authorization ?? '').replace('IYZWSv2 ', '');
    if (authorization) standIn.hashes.add(authorization);
    keep(body + Buffer.from(authorization, 'base64').toString());
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    await gate;
    if (status) return void response.writeHead(status).end();
    const right = await Promise.resolve(paytr.answer(path, body))
      .then((reply) => reply ?? iyzico.answer({ path, body, headers: request.headers }))
      .catch((): Reply => ({ status: 500, body: 'stand-in failed' }));
    keep(right?.body ?? '');
    const reply = garbage ? { body: '<html>' } : (right ?? { status: 404, body: 'not here' });
    const headers = { 'content-type': reply.type ?? 'text/plain', ...(reply.location && { location: reply.location }) };
    response.writeHead(losesAnswers ? 502 : (reply.status ?? 200), headers).end(reply.body ?? '');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(standIn, {
    paytr,
    iyzico,
    environment: (provider: 'paytr' | 'iyzico'): Record<string, string> =>
      provider === 'paytr'
        ? {
            CARD_PROVIDER: provider,
            PAYTR_MERCHANT_ID: paytrKeys.merchantId,
            PAYTR_MERCHANT_KEY: paytrKeys.key,
            PAYTR_MERCHANT_SALT: paytrKeys.salt,
            PAYTR_URL: standIn.url,
          }
        : {
            CARD_PROVIDER: provider,
            IYZICO_API_KEY: iyzicoKeys.apiKey,
            IYZICO_SECRET_KEY: iyzicoKeys.secretKey,
            IYZICO_URL: standIn.url,
          },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
