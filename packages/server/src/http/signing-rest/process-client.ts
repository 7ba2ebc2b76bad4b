/** Client of a request, from the connection and the headers. */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { isUserName } from '../../kernel/text/user-name.ts';
import type { Client } from '../../modules/signing/index.ts';
import { credentialsOf } from '../interface/index.ts';

/** @throws {@link BadHeaderError} for an invalid bearer token */
export function clientOf(request: FastifyRequest): Client {
  const { headers } = request;
  const credentials = credentialsOf(request);
  return {
    remoteAddress: credentials.remoteAddress,
    connectionAddress: request.socket.remoteAddress ?? '',
    certificate: credentials.kind === 'certificate' ? credentials : undefined,
    bearerToken: credentials.kind === 'bearer' ? credentials.token : undefined,
    password: basicCredentials(headers.authorization),
    forwardedFor: forwardedForOf(request),
    cookies: cookiesOf(headers.cookie),
    logged: loggedOf(request),
  };
}

function forwardedForOf({ headers, forwarded }: FastifyRequest): string | undefined {
  const value = forwarded?.forwardedFor ?? headers['x-forwarded-for'];
  return typeof value === 'string' ? value : undefined;
}

/** User name and password of HTTP Basic, in UTF-8 (RFC 7617 §2.1); undefined with a name that nobody has. */
function basicCredentials(header: string | undefined): Client['password'] {
  if (header === undefined || !/^basic /i.test(header)) return undefined;
  const octets = Buffer.from(header.slice('basic '.length).trim(), 'base64');
  const colon = octets.indexOf(':');
  if (colon === -1) return undefined;
  const name = octets.subarray(0, colon);
  const username = name.toString('utf8');
  if (!isUtf8(name) || !isUserName(username)) return undefined;
  return { username, password: octets.toString('utf8', colon + 1) };
}

/** RFC 6265 §5.4. */
function cookiesOf(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return NO_COOKIES;
  const pairs = header.split(';').map((pair) => pair.split('='));
  return new Map(pairs.map(([name = '', ...value]) => [name.trim(), value.join('=').trim()]));
}

function loggedOf({ headers, protocol, host, url }: FastifyRequest): Readonly<Record<string, string>> {
  const [path = '', query] = url.split('?', 2);
  const fields: Record<string, string> = { REQUEST_FULLURL: `${protocol}://${host}${path}?${loggedQuery(query)}` };
  for (const [field, header] of LOGGED_HEADERS) {
    const value = headers[header];
    if (typeof value === 'string') fields[field] = value;
  }
  return fields;
}

/** The parameters that say which worker is meant and how: others are passwords, metadata and content. */
function loggedQuery(query: string | undefined): string {
  if (query === undefined) return 'null';
  const shown = query
    .split('&')
    .map((pair) => (SHOWN_PARAMETERS.test(pair) ? pair : `${pair.split('=', 1)[0]}=_MASKED_`))
    .join('&');
  return shown.length <= MAX_QUERY ? shown : `${shown.slice(0, MAX_QUERY)}...`;
}

const SHOWN_PARAMETERS = /^(?:workerName|workerId|encoding|processType)=/;
const MAX_QUERY = 1000;

const NO_COOKIES: ReadonlyMap<string, string> = new Map();

const LOGGED_HEADERS = [
  ['REQUEST_LENGTH', 'content-length'],
  ['XFORWARDEDFOR', 'x-forwarded-for'],
  ['XCUSTOM1', 'x-signserver-custom-1'],
] as const;
