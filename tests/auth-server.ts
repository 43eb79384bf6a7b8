import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user in the format of the auth service, with the fields that the product reads. */
interface AuthUser {
  id: string;
  email?: string;
  email_confirmed_at?: string | null;
  identities?: { provider: string; identity_data?: Record<string, unknown> }[];
  app_metadata: { provider?: string; providers?: string[] };
  user_metadata: Record<string, unknown>;
}

export interface AuthServer {
  /** Value of PUBLIC_SUPABASE_URL. */
  url: string;
  anonKey: string;
  /** Adds a user, by default one of Google with a verified address. */
  addUser(details?: Partial<AuthUser>): AuthUser;
  /** Signs an access token; `claims` can make it expired or of another audience. */
  issue(user: AuthUser, claims?: Record<string, unknown>): string;
  /** Signs an access token with another key. */
  forge(user: AuthUser): string;
  /** The user who consents when Google asks; undefined refuses. */
  consentingUser: AuthUser | undefined;
  /** Status with which every call fails while it is set. */
  failWith: number | undefined;
  /** Method and path of each request, oldest first. */
  requests: string[];
  close(): Promise<void>;
}

interface Reply {
  status: number;
  body?: unknown;
  location?: string;
}
type Answer = (request: IncomingMessage, url: URL) => Reply | Promise<Reply>;

const refuse = (status: number, code: string): Reply => ({ status, body: { code, message: `refused: ${code}` } });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyId = 'local-1';

function signToken(payload: object, key: KeyObject): string {
  const head = `${encode({ alg: 'ES256', typ: 'JWT', kid: keyId })}.${encode(payload)}`;
  return `${head}.${sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Returns the claims of a token that this key signed, else undefined. */
function readSigned(token: string, key: KeyObject): { sub?: string; aud?: string; exp?: number } | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${payload}`);
  const fits = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  return fits ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
}

/**
 * Opens a local server with the endpoints of the auth service: authorize, where Google asks `consentingUser`, user,
 * token, logout and its public keys.
 */
export async function openAuthServer(port = 0): Promise<AuthServer> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreignKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const users = new Map<string, AuthUser>();
  const refreshes = new Map<string, AuthUser>();

  const claimsOf = (user: AuthUser) => ({
    iss: `${auth.url}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    exp: Math.floor(Date.now() / 1000) + 3600,
    session_id: randomUUID(),
  });
  const session = (user: AuthUser) => {
    const refresh_token = randomUUID().slice(0, 12);
    refreshes.set(refresh_token, user);
    const access_token = signToken(claimsOf(user), keys.privateKey);
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    return { access_token, refresh_token, expires_in: 3600, expires_at, token_type: 'bearer' };
  };

  const auth: AuthServer = {
    url: '',
    anonKey: 'local-anon-key',
    consentingUser: undefined,
    failWith: undefined,
    requests: [],
    addUser(details = {}) {
      const id = randomUUID();
      const email = details.email ?? `${id.slice(0, 8)}@gmail.com`;
      const names = { full_name: 'Derya Su Aksoy', name: 'Derya Su Aksoy' };
      const user: AuthUser = {
        id,
        email,
        identities: [{ provider: 'google', identity_data: { email, email_verified: true, ...names } }],
        app_metadata: { provider: 'google', providers: ['google'] },
        user_metadata: { email, email_verified: true, ...names },
        ...details,
      };
      users.set(user.id, user);
      return user;
    },
    issue: (user, claims = {}) => signToken({ ...claimsOf(user), ...claims }, keys.privateKey),
    forge: (user) => signToken(claimsOf(user), foreignKeys.privateKey),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  /** Redirects back as Google does, with a session or an error in the fragment. */
  const authorize: Answer = (_request, url) => {
    const back = new URL(url.searchParams.get('redirect_to') ?? '');
    const error = { error: 'access_denied', error_code: 'access_denied', error_description: 'The user denied access' };
    const fragment = Object.entries(auth.consentingUser ? session(auth.consentingUser) : error);
    back.hash = new URLSearchParams(fragment.map(([name, value]) => [name, String(value)])).toString();
    return { status: 302, location: back.href };
  };

  const publish: Answer = () => {
    const key = keys.publicKey.export({ format: 'jwk' });
    return { status: 200, body: { keys: [{ ...key, kid: keyId, alg: 'ES256', use: 'sig', key_ops: ['verify'] }] } };
  };

  const refresh: Answer = async (request) => {
    const { refresh_token: token = '' } = await readBody(request);
    const owner = refreshes.get(token);
    refreshes.delete(token);
    return owner ? { status: 200, body: { ...session(owner), user: owner } } : refuse(400, 'refresh_token_not_found');
  };

  const withUser =
    (reply: (user: AuthUser) => Reply): Answer =>
    (request) => {
      const claims = readSigned((request.headers.authorization ?? '').replace('Bearer ', ''), keys.publicKey);
      const user = users.get(claims?.sub ?? '');
      const good = user && claims?.aud === 'authenticated' && (claims.exp ?? 0) * 1000 > Date.now();
      return good ? reply(user) : refuse(403, 'bad_jwt');
    };

  const open: Record<string, Answer> = { 'GET /authorize': authorize, 'GET /.well-known/jwks.json': publish };
  const keyed: Record<string, Answer> = {
    'POST /token': refresh,
    'GET /user': withUser((user) => ({ status: 200, body: user })),
    'POST /logout': withUser(() => ({ status: 204 })),
  };

  async function reply(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', auth.url);
    auth.requests.push(`${request.method} ${url.pathname}`);
    if (request.method === 'OPTIONS') return { status: 200, body: {} };
    if (auth.failWith) return { status: auth.failWith, body: { message: 'trouble' } };
    const call = `${request.method} ${url.pathname.replace('/auth/v1', '')}`;
    if (open[call]) return open[call](request, url);
    if (request.headers.apikey !== auth.anonKey) return refuse(401, 'no_api_key');
    return keyed[call]?.(request, url) ?? refuse(404, 'not_found');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, location } = await reply(request);
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      'access-control-allow-origin': '*',
      // A wildcard does not cover `authorization`.
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      ...(location ? { location } : {}),
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  auth.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return auth;
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text || '{}');
}
