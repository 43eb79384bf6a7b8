import { expect, test } from 'vitest';
import { openTestApi, type TestApi } from './harness.ts';

const ask = (remoteAddress: string, headers: Record<string, string> = {}, origin = 'http://localhost:4321') =>
  api.app.request(`${origin}/metrics`, { headers }, { incoming: { socket: { remoteAddress } } });

let api: TestApi = await openTestApi({ SITE_URL: 'http://localhost:4321' });

test('calls are counted by route and status, without parameters of their paths', async () => {
  await api.send('GET /api/blogs/:slug', { params: { slug: 'gizli-bir-adres' } });
  const response = await ask('127.0.0.1');
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toMatch(/^http_requests_total\{method="GET",route="\/api\/blogs\/:slug",status="404"\} \d+$/m);
  expect(text).toMatch(
    /^http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/blogs\/:slug"\} \d+$/m,
  );
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).not.toContain('gizli-bir-adres');
});

test('metrics are readable from this machine only, and not through a proxy on it', async () => {
  expect((await ask('192.0.2.7')).status).toBe(404);
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(404);
  expect((await ask('::1', { 'x-real-ip': '192.0.2.7' })).status).toBe(404);
  expect((await ask('127.0.0.1', { via: '1.1 vekil' })).status).toBe(404);
  expect((await ask('127.0.0.1', {}, 'https://ornek.com')).status).toBe(404);
  expect((await ask('::1', {}, 'http://[::1]:4321')).status).toBe(200);
});

test('metrics of a public site are closed without a token: its proxy may add nothing that tells', async () => {
  const { app } = await openTestApi({ SITE_URL: 'https://ornek.com' });
  const incoming = { socket: { remoteAddress: '127.0.0.1' } };
  expect((await app.request('http://localhost:4321/metrics', {}, { incoming })).status).toBe(404);
});

test('with METRICS_TOKEN metrics are readable from anywhere with the token, and nowhere without it', async () => {
  const token = 'uzun-bir-olcum-anahtari';
  api = await openTestApi({ METRICS_TOKEN: token });
  expect((await ask('127.0.0.1')).status).toBe(404);
  expect((await ask('127.0.0.1', { authorization: `Bearer ${token}x` })).status).toBe(404);
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' };
  expect((await ask('192.0.2.7', headers, 'https://ornek.com')).status).toBe(200);
});
