import { requireTag } from '../../ber/element.ts';
import { bitString, hasBit, Tag } from '../../ber/values.ts';
import type { ExtensionForm } from '../extension-form.ts';

/** Bits in their order (RFC 5280 §4.2.1.3). */
const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export type KeyUsageName = (typeof KEY_USAGES)[number];

export interface KeyUsage {
  readonly usages: ReadonlySet<KeyUsageName>;
  readonly octets: Uint8Array;
  readonly unusedBits: number;
}

export const keyUsage: ExtensionForm<KeyUsage> = {
  oid: '2.5.29.15',
  name: 'keyUsage',
  read(value) {
    const { octets, unusedBits } = bitString(requireTag(value, Tag.bitString, 'KeyUsage'));
    return { usages: new Set(KEY_USAGES.filter((_, number) => hasBit(octets, number))), octets, unusedBits };
  },
};
