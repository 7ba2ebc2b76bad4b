/**
 * Normalizes a text to the host name as which it is read: full stops of other scripts become dots (UTS #46 §2.3), and a final dot, which marks an
 * absolute name (RFC 1034 §3.1), is removed.
 */
export function readHostName(text: string): string {
  return text.replaceAll(/[\u3002\uFF0E\uFF61]/g, '.').replace(/\.$/, '');
}
