import type { RestAnswer } from './rest-client.ts';

/**
 * What a server said when it refused: `error_message` of the interface's JSON body, or the beginning of a body in another form, as
 * proxies and switched-off services answer.
 */
export function describeRefusal({ status, body }: RestAnswer): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const message = messageOf(text) ?? text.slice(0, MAX_SHOWN);
  return `the server answered ${status}${message.trim() === '' ? '' : `: ${message}`}`;
}

function messageOf(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || !('error_message' in parsed)) return undefined;
  return typeof parsed.error_message === 'string' ? parsed.error_message : undefined;
}

const MAX_SHOWN = 300;
