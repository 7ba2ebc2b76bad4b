/** The properties of PKCS#11 tokens, under the names that EJBCA has for them. */
import path from 'node:path';

/** The types of token whose keys a device holds behind a PKCS#11 library. They are one here. */
export const PKCS11_TYPES: readonly string[] = ['PKCS11CryptoToken', 'Pkcs11NgCryptoToken'];

export interface Pkcs11Settings {
  /** The library's file, absolute. Whether the server may load it is the operator's to say. */
  readonly library: string;
  readonly slot: Pkcs11Slot;
  /** True when private keys are used that may leave the device, and made so when {@link attributes} say it. */
  readonly allowExtractable: boolean;
  /** Attributes for new keys, as text; '' for none. */
  readonly attributes: string;
}

/** Reference to a slot: by its number (CK_SLOT_ID), by its place in the list of all slots, or by the label of its token. */
export interface Pkcs11Slot {
  readonly by: 'id' | 'index' | 'label';
  readonly value: string;
}

/**
 * Checks the properties of a PKCS#11 token. Others than those that are read stay as they are, without a meaning.
 *
 * @param report - receives each property that cannot be used, by name
 */
export function parsePkcs11Settings(
  properties: Readonly<Record<string, string>>,
  report: (property: string, problem: string) => void,
): Pkcs11Settings {
  const library = properties['sharedLibrary'] ?? '';
  if (!path.isAbsolute(library)) report('sharedLibrary', 'has to be the absolute path of a PKCS#11 library');
  const by = SLOT_LABEL_TYPES.get(properties['slotLabelType'] ?? '');
  if (by === undefined) report('slotLabelType', `has to be one of ${[...SLOT_LABEL_TYPES.keys()].join(', ')}`);
  const allow = properties['allow.extractable.privatekey'] ?? 'false';
  if (!/^(?:true|false)$/i.test(allow)) report('allow.extractable.privatekey', "has to be 'true' or 'false'");
  if ((properties['attributesFile'] ?? '') !== '') {
    report('attributesFile', "is not read, as it would name any file of the host: give its text as 'attributes'");
  }
  return {
    library,
    slot: parseSlot(by ?? 'label', (properties['slotLabelValue'] ?? '').trim(), report),
    allowExtractable: allow.toLowerCase() === 'true',
    attributes: properties['attributes'] ?? '',
  };
}

/** Returns whether the properties of PKCS#11 tokens name one slot of one library, in the same way. Those that cannot be used name none. */
export function nameSameSlot(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const [first, second] = [one, other].map(namedSlot);
  return first !== undefined && first === second;
}

function namedSlot(properties: Readonly<Record<string, string>>): string | undefined {
  let usable = true;
  const { library, slot } = parsePkcs11Settings(properties, () => {
    usable = false;
  });
  return usable ? JSON.stringify([library, slot.by, slot.value]) : undefined;
}

function parseSlot(
  by: Pkcs11Slot['by'],
  value: string,
  report: (property: string, problem: string) => void,
): Pkcs11Slot {
  if (by === 'label') {
    const octets = new TextEncoder().encode(value).length;
    if (octets === 0 || octets > 32) report('slotLabelValue', "has to be a token's label, at most 32 octets");
    return { by, value };
  }
  // An index may be written as EJBCA does: i0.
  const number = by === 'index' ? value.replace(/^i/, '') : value;
  if (!/^\d{1,20}$/.test(number)) {
    report('slotLabelValue', by === 'id' ? "has to be a slot's number" : "has to be a slot's index, from 0");
    return { by, value: '0' };
  }
  return { by, value: BigInt(number).toString() };
}

const SLOT_LABEL_TYPES: ReadonlyMap<string, Pkcs11Slot['by']> = new Map([
  ['SLOT_NUMBER', 'id'],
  ['SLOT_INDEX', 'index'],
  ['SLOT_LABEL', 'label'],
]);
