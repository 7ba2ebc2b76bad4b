/** GeneralName as it is written (RFC 5280 §4.2.1.6). */
import { type Element, requireTag } from '../../ber/element.ts';
import { MalformedError } from '../../ber/malformed.ts';
import { hex, oidText, Tag } from '../../ber/values.ts';
import { isPlainDnsName } from './dns-name.ts';
import { NameUnderLint } from './name-under-lint.ts';

export type WrittenGeneralName =
  | { readonly kind: 'otherName'; readonly typeId: string; readonly value: Element }
  /** Text whose octets are one character each: an IA5String may hold others than ASCII, which a rule refuses. */
  | TextName
  | { readonly kind: 'x400Address' | 'ediPartyName'; readonly value: Element }
  | { readonly kind: 'directoryName'; readonly name: NameUnderLint }
  | { readonly kind: 'iPAddress'; readonly octets: Uint8Array }
  | { readonly kind: 'registeredID'; readonly oid: string };

/** A name that is text. */
export interface TextName {
  readonly kind: 'rfc822Name' | 'dNSName' | 'uniformResourceIdentifier';
  readonly text: string;
}

export type GeneralNameKind = WrittenGeneralName['kind'];

export type GeneralNameOf<K extends GeneralNameKind> = WrittenGeneralName & { readonly kind: K };

/** Returns a bit for a kind, of nine. */
export function kindBit(kind: GeneralNameKind): number {
  return KIND_BITS[kind];
}

const KIND_BITS: Readonly<Record<GeneralNameKind, number>> = {
  otherName: 1,
  rfc822Name: 2,
  dNSName: 4,
  x400Address: 8,
  directoryName: 16,
  ediPartyName: 32,
  uniformResourceIdentifier: 64,
  iPAddress: 128,
  registeredID: 256,
};

/** @throws {MalformedError} */
export function readGeneralNames(element: Element): readonly WrittenGeneralName[] {
  return requireTag(element, Tag.sequence, 'GeneralNames').children.map(readGeneralName);
}

/** Returns whether a name is text whose form a rule may object to: that of a plain DNS name has none that does. */
export function isUnusualText(name: WrittenGeneralName): name is TextName {
  return 'text' in name && !(name.kind === 'dNSName' && isPlainDnsName(name.text));
}

/** Returns the DNS names among general names. */
export function dnsNamesAmong(names: readonly WrittenGeneralName[]): readonly string[] {
  return names.flatMap((name) => (name.kind === 'dNSName' ? [name.text] : []));
}

/** @throws {MalformedError} */
export function readGeneralName(element: Element): WrittenGeneralName {
  switch (element.tag) {
    case 0xa0: {
      const [typeId, wrapper, ...more] = element.children;
      if (typeId === undefined || wrapper?.tag !== 0xa0 || wrapper.children.length !== 1 || more.length > 0)
        throw new MalformedError('an OtherName is not a type-id and a value');
      return {
        kind: 'otherName',
        typeId: oidText(requireTag(typeId, Tag.objectIdentifier, 'type-id')),
        value: wrapper.children[0]!,
      };
    }
    case 0x81:
      return { kind: 'rfc822Name', text: element.latin1 };
    case 0x82:
      return { kind: 'dNSName', text: element.latin1 };
    case 0xa3:
      return { kind: 'x400Address', value: element };
    case 0xa4: {
      const [name, ...more] = element.children;
      if (name === undefined || more.length > 0) throw new MalformedError('a directoryName is not one Name');
      return { kind: 'directoryName', name: new NameUnderLint(name) };
    }
    case 0xa5:
      return { kind: 'ediPartyName', value: element };
    case 0x86:
      return { kind: 'uniformResourceIdentifier', text: element.latin1 };
    case 0x87:
      return { kind: 'iPAddress', octets: element.content };
    case 0x88:
      return { kind: 'registeredID', oid: oidText(element) };
    default:
      throw new MalformedError(`no GeneralName has the tag 0x${hex(element.raw.subarray(0, 1))}`);
  }
}
