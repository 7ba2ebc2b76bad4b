/** Returns the address itself, or the first 64 bits of an IPv6 address: a host chooses the others as it likes (RFC 4291 §2.5.1). */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + last < IPV6_GROUPS) groups.push('0');
    if (tail !== '') groups.push(...tail.split(':'));
  }
  return `${groups.slice(0, IPV6_GROUPS / 2).join(':')}::/64`;
}

const IPV6_GROUPS = 8;
