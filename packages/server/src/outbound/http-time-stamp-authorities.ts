import { type TimeStampAuthorities, TimeStampUnavailableError } from '../modules/signing/index.ts';

/**
 * Asks over HTTP. Redirects are not followed: an authority outside could send the server to one of the addresses that only
 * the server reaches.
 */
export function httpTimeStampAuthorities({ timeoutMs = 15_000, maxOctets = 1024 * 1024 } = {}): TimeStampAuthorities {
  return {
    async ask(url, query, credentials) {
      const headers: Record<string, string> = { 'content-type': 'application/timestamp-query', accept: REPLY };
      if (credentials !== undefined) headers['authorization'] = basic(credentials);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const body = Buffer.from(query);
        const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
        if (answer.status === 200) return await boundedBody(answer, maxOctets);
        await answer.body?.cancel();
        throw new TimeStampUnavailableError(`the authority answered with status ${answer.status}`);
      } catch (cause) {
        if (cause instanceof TimeStampUnavailableError) throw cause;
        // What fetch says may tell more of the network than clients are to know.
        throw new TimeStampUnavailableError('the authority did not answer', { cause });
      }
    },
  };
}

async function boundedBody({ body }: Response, maxOctets: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let octets = 0;
  for await (const piece of body ?? []) {
    octets += piece.length;
    if (octets > maxOctets)
      throw new TimeStampUnavailableError(`the authority's answer has more than ${maxOctets} octets`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

const REPLY = 'application/timestamp-reply';
