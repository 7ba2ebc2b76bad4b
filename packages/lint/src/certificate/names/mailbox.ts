/** Returns whether a text is a `Mailbox` of RFC 2821 §4.1.2 as rfc822Name has it (RFC 5280 §4.2.1.6): `local@domain`, nothing around it. */
export function isMailbox(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > 64) return false;
  const dots = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local);
  const quotedLocal = /^"(?:[\u0020\u0021\u0023-\u005b\u005d-\u007e]|\\[\u0020-\u007e])*"$/.test(local);
  const host = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i.test(domain);
  return (dots || quotedLocal) && (host || /^\[[\da-f:.]+\]$/i.test(domain));
}
