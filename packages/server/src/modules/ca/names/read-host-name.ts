/**
 * Returns the host name that a text is read as: full stops of other scripts are dots (UTS #46 §2.3), and a last dot, which says that the name is
 * whole (RFC 1034 §3.1), is left out.
 */
export function readHostName(text: string): string {
  return text.replaceAll(/[\u3002\uFF0E\uFF61]/g, '.').replace(/\.$/, '');
}
