import { createHmac } from 'node:crypto';
import { sha256 } from '../../src/api/hash.ts';

interface BucketKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Signs an S3 request (AWS Signature Version 4) independently of the library that the product uses. `headers` names
 * everything that is signed, the host included; the path is escaped already.
 */
export function sign(
  key: BucketKey,
  method: string,
  path: string,
  headers: Record<string, string>,
  bodyHash: string,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': moment };
  const names = Object.keys(all).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
  const request = [method, path, '', lines, signed, bodyHash].join('\n');
  const scope = `${moment.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(request)].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const signing = [region, service, end].reduce(
    (secret, part) => hmac(secret, part),
    hmac(`AWS4${key.secretAccessKey}`, day),
  );
  const signature = hmac(signing, text).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope},SignedHeaders=${signed},Signature=${signature}`,
  };
}
