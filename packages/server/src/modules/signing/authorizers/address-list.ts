/** Addresses and networks that properties list. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { WorkerProperties } from '../worker-contract/index.ts';

/** A list of addresses: `192.0.2.1`, `2001:db8::1`, and networks such as `10.0.0.0/8`. */
export class AddressList {
  readonly #addresses = new BlockList();

  /** Reads a property, and reports items that are no addresses: host names are not looked up. Undefined when there is no such property. */
  static read(properties: WorkerProperties, name: string): AddressList | undefined {
    const items = properties.list(name);
    if (items === undefined) return undefined;
    const list = new AddressList();
    for (const item of items) {
      if (!list.#add(item))
        properties.report(name, `has '${item}', which is neither an address nor a network such as 10.0.0.0/8`);
    }
    return list;
  }

  /** Tells whether an address is in the list, also an IPv4-mapped IPv6 address. A text that is not an address is in no list. */
  has(address: string): boolean {
    const [plain = ''] = address.split('%', 1);
    return isIP(plain) !== 0 && this.#addresses.check(plain, familyOf(plain));
  }

  #add(item: string): boolean {
    const [address = '', bits, ...more] = item.split('/');
    if (isIP(address) === 0 || more.length > 0) return false;
    if (bits === undefined) {
      this.#addresses.addAddress(address, familyOf(address));
      return true;
    }
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIPv4(address) ? 32 : 128)) return false;
    this.#addresses.addSubnet(address, Number(bits), familyOf(address));
    return true;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
