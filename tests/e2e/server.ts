import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProductProcess, startProduct } from '../load/processes.ts';

export const adminAccount = { email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' };

/** What the pages are built with. It is the same for every server, whatever its port, so that one build fits all. */
export const siteEnvironment = {
  SITE_URL: 'http://site.test',
  PUBLIC_SUPABASE_URL: `http://127.0.0.1:${process.env.E2E_AUTH_PORT}`,
  PUBLIC_SUPABASE_ANON_KEY: 'local-anon-key',
  // Lets the stand-in of PayTR into the page of a card; cards stay off.
  PAYTR_URL: `http://127.0.0.1:${process.env.E2E_PAYTR_PORT}`,
};

/** A data folder with the sample content and a built site (tests/e2e/prepare.ts). */
export const preparedFolder = process.env.E2E_DATA_DIR as string;

/** Starts the product as `npm start` does. */
export const startSite = (
  DATA_DIR: string,
  PORT?: number,
  environment: Record<string, string> = {},
): Promise<ProductProcess> =>
  startProduct({
    ...siteEnvironment,
    DATA_DIR,
    PORT: PORT ? String(PORT) : undefined,
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
    RATE_LIMIT_FACTOR: '10000',
    // Makes it end with this process, even when that is killed.
    npm_lifecycle_event: 'start',
    ...environment,
  });

/** The product that journeys of one browser worker see. */
export interface Server {
  readonly origin: string;
  readonly dataDir: string;
  /** Starts over from the prepared data, unless it did so for these journeys already or nobody changed any since. */
  startFor(journeys: string): Promise<void>;
  /** Tells of a request that is sent. */
  watch(method: string, address: string): void;
  stop(): Promise<void>;
}

/** Calls about a journey's own account, which leave the sample content as it is. */
const ownCalls = /\/api\/(register|activate|login|logout|google-register|me|profile|cart)\b|\/preview$/;

/** `environment` is added to that of every product. */
export function createServer(port: number, environment: Record<string, string> = {}): Server {
  let running: ProductProcess | undefined;
  let served: string | undefined;
  let isChanged = false;
  let dataDir = '';
  async function stop() {
    await running?.stop();
    running = undefined;
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }
  return {
    origin: `http://localhost:${port}`,
    get dataDir() {
      return dataDir;
    },
    async startFor(journeys) {
      const isReady = running && (journeys === served || !isChanged);
      served = journeys;
      if (isReady) return;
      await stop();
      isChanged = false;
      dataDir = await mkdtemp(join(tmpdir(), 'practice-e2e-'));
      // Synchronous, because copying with promises takes five times the processor's time.
      cpSync(preparedFolder, dataDir, { recursive: true, verbatimSymlinks: true });
      running = await startSite(dataDir, port, environment);
    },
    watch(method, address) {
      isChanged ||= method !== 'GET' && !ownCalls.test(address);
    },
    stop,
  };
}
