/** Amazon's Signature Version 4 in the header `Authorization`, for requests without a query. */
import { createHash, createHmac } from 'node:crypto';

/** A request to sign. */
export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. All of them are signed, and so are `host` and the two that are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The key that signs, and its scope. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  /** A secret. */
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Returns the headers of the signed request: those given, and `x-amz-date`, `x-amz-content-sha256` and `authorization`. */
export function signV4(
  { method, url, headers, body }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: SigningCredentials,
  nowMs: number,
): Record<string, string> {
  if (url.search !== '') throw new RangeError('queries are not signed');
  const moment = new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const date = moment.slice(0, 8);
  const bodyHash = sha256(body);
  const sent = { ...headers, 'x-amz-date': moment, 'x-amz-content-sha256': bodyHash };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}\n`);
  const canonical = [method, canonicalPath(url), '', lines.join(''), names, bodyHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<Uint8Array>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...sent, authorization };
}

/** Every segment encoded once, as S3 wants it. Other services want it twice. */
function canonicalPath({ pathname }: URL): string {
  return pathname
    .split('/')
    .map((segment) =>
      encodeURIComponent(decodeURIComponent(segment)).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
