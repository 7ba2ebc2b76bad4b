import { type TimeStampAuthorities, unavailableAuthority } from '../modules/signing/index.ts';
import type { OutboundHttp } from './outbound-http.ts';

/** Time-stamping authorities over HTTP (RFC 3161 §3.4). */
export function httpTimeStampAuthorities(http: OutboundHttp): TimeStampAuthorities {
  return {
    refusal: ({ href }) => http.refusal(href, 'administrator'),

    async ask(url, query, credentials) {
      const headers: Record<string, string> = { 'content-type': 'application/timestamp-query', accept: REPLY };
      if (credentials !== undefined) headers['authorization'] = basic(credentials);
      const request = { source: 'administrator', body: query, headers, maxOctets: MAX_OCTETS } as const;
      const answer = await http.request(url.href, request);
      if (answer.outcome === 'answered') return answer.body;
      throw unavailableAuthority(answer.reason);
    },
  };
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

const REPLY = 'application/timestamp-reply';
const MAX_OCTETS = 1024 * 1024;
