import type { RestAnswer } from './rest-answer.ts';

/**
 * Message of a server that refused: `error_message` of the interface's JSON body (`errorMessage` of the signing interface), or the
 * beginning of a body in another form, as proxies and switched-off services answer.
 */
export function describeRefusal({ status, body }: RestAnswer): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  const message = messageOf(text) ?? text.slice(0, MAX_SHOWN);
  return `the server answered ${status}${message.trim() === '' ? '' : `: ${message}`}${EXPLANATIONS.get(message) ?? ''}`;
}

function messageOf(text: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { error_message: message, errorMessage = message, errors } = parsed as Readonly<Record<string, unknown>>;
  // An export that cannot be made says of each item why.
  if (Array.isArray(errors)) return errors.slice(0, MAX_ERRORS).join('; ');
  return typeof errorMessage === 'string' ? errorMessage : undefined;
}

const MAX_SHOWN = 300;
const MAX_ERRORS = 20;

/** Explanations of prescribed messages that do not say what to do. */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  [
    'Device was unavailable.',
    ' A crypto token is closed, or its device does not answer: "token list" shows which, and "token activate" opens it.',
  ],
]);
