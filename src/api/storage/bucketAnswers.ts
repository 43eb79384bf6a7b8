/** What S3 answers with, by its `Code`, in words that say what to do. */
const meanings: Record<string, string> = {
  SignatureDoesNotMatch: 'the secret in STORAGE_URL is not that of its key id',
  InvalidAccessKeyId: 'the key id in STORAGE_URL is unknown there',
  AccessDenied: 'the key in STORAGE_URL may not do this, or is wrong',
  RequestTimeTooSkewed: "this machine's clock is wrong: let it follow a time server",
  NoSuchBucket: 'there is no such bucket: make it, or mend its name in STORAGE_URL',
  AuthorizationHeaderMalformed: "region= in STORAGE_URL is not the bucket's",
  PermanentRedirect: 'the bucket is at another host: mend it, and region=, in STORAGE_URL',
  QuotaExceeded: 'the bucket is full',
};

const between = (text: string, tag: string) => new RegExp(`<${tag}>([\\w.-]{1,64})</${tag}>`).exec(text)?.[1];

/** An answer that is not a success, in one line: its status, and what its body says of why. */
export function explainAnswer(status: number, body: string): string {
  const code = between(body, 'Code') ?? '';
  const region = code === 'AuthorizationHeaderMalformed' && between(body, 'Region');
  const meaning = Object.hasOwn(meanings, code) ? `: ${meanings[code]}` : '';
  return `the bucket answered ${[status, code].filter(Boolean).join(' ')}${meaning}${region ? `, which is ${region}` : ''}`;
}
