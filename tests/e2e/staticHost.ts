import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { contentTypeOf } from '../../src/api/http/siteHeaders.ts';

type Rule = { pattern: RegExp; values: string[] };

/** A static host that serves a folder with its `_headers`, `_redirects` and `404.html`. */
export async function openStaticHost(folder: string, port: number) {
  const redirects = linesOf(folder, '_redirects').map((line) => line.trim().split(/\s+/));
  const rules = redirects.map(([from = '', ...values]): Rule => ({ pattern: toPattern(from), values }));
  const headers: Rule[] = [];
  for (const line of linesOf(folder, '_headers')) {
    if (/^\s/.test(line)) headers.at(-1)?.values.push(line.trim());
    else headers.push({ pattern: toPattern(line.trim()), values: [] });
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    for (const { pattern, values } of headers) {
      if (!pattern.test(pathname)) continue;
      for (const value of values) response.setHeader(...(value.split(/:\s(.*)/s, 2) as [string, string]));
    }
    const send = (status: number, file: string) => {
      response.writeHead(status, { 'content-type': contentTypeOf(extname(file)) });
      response.end(readFileSync(file));
    };
    const found = findFile(folder, pathname);
    if (found) return send(200, found);
    const [to = '', status] = rules.find(({ pattern }) => pattern.test(pathname))?.values ?? [];
    const shown = status === '200' && findFile(folder, to);
    if (shown) return send(200, shown);
    if (to) return response.writeHead(Number(status), { location: to }).end();
    send(404, join(folder, '404.html'));
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const linesOf = (folder: string, file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim());

const toPattern = (path: string) => new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

function findFile(folder: string, pathname: string): string | undefined {
  const path = join(folder, normalize(decodeURIComponent(pathname)));
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile();
  return [path, `${path.replace(/\/$/, '')}.html`, join(path, 'index.html')].find(isFile);
}
