/**
 * Authorization of the holder of a card verifiable certificate: a terminal type, a role, and rights as bits (BSI TR-03110 part 3 C.1.5, C.4).
 *
 * Rights are relative: what a terminal may do in the end is what every certificate of its chain grants (2.7).
 */
import { type DerReader, type DerWriter, oid, type Oid } from '../der/index.ts';
import { CvcError } from './errors.ts';
import { CvTag } from './tags.ts';

/** Inspection systems, authentication terminals and signature terminals, as the technical guideline shortens them. */
export type TerminalType = 'IS' | 'AT' | 'ST';

/**
 * CVCA: country verifying CA. DV: document verifier; of an inspection system or authentication terminal domestic or foreign, of a signature
 * terminal an accreditation body (`DV_D`) or a certification service provider (`DV_F`).
 */
export type CvRole = 'CVCA' | 'DV_D' | 'DV_F' | 'TERMINAL';

/** A certificate holder authorization template. */
export interface HolderAuthorization {
  readonly terminalType: TerminalType;
  readonly role: CvRole;
  /** The bits under the role, as a number: bit 0 is the last bit of the last octet. Includes those that are reserved. */
  readonly rights: bigint;
}

/** Names of a terminal type and of its bits. */
export interface TerminalRights {
  readonly type: TerminalType;
  readonly name: string;
  readonly oid: Oid;
  /** Length of the relative authorization. */
  readonly octets: number;
  /** Names by bit; what is not named is reserved. */
  readonly rights: ReadonlyMap<number, string>;
}

export const terminalTypes: readonly TerminalRights[] = [
  terminal('IS', 'inspection system', '0.4.0.127.0.7.3.1.2.1', 1, { 0: 'READ_DG3', 1: 'READ_DG4' }),
  terminal('AT', 'authentication terminal', '0.4.0.127.0.7.3.1.2.2', 5, {
    0: 'AGE_VERIFICATION',
    1: 'COMMUNITY_ID_VERIFICATION',
    2: 'RESTRICTED_IDENTIFICATION',
    3: 'PRIVILEGED_TERMINAL',
    4: 'CAN_ALLOWED',
    5: 'PIN_MANAGEMENT',
    6: 'INSTALL_CERTIFICATE',
    7: 'INSTALL_QUALIFIED_CERTIFICATE',
    ...dataGroups(8, 'READ_DG', 1, 21),
    33: 'WRITE_DG21',
    34: 'WRITE_DG20',
    35: 'WRITE_DG19',
    36: 'WRITE_DG18',
    37: 'WRITE_DG17',
  }),
  terminal('ST', 'signature terminal', '0.4.0.127.0.7.3.1.2.3', 1, {
    0: 'ELECTRONIC_SIGNATURE',
    1: 'QUALIFIED_ELECTRONIC_SIGNATURE',
  }),
];

/** The rights of terminals of `type`. */
export function rightsOf(type: TerminalType): TerminalRights {
  const found = terminalTypes.find((each) => each.type === type);
  if (found === undefined) throw new RangeError(`'${type}' is not a type of terminal`);
  return found;
}

/**
 * The bits of rights by their names.
 *
 * @throws {@link CvcError} `cvc.bad_authorization` for a name that terminals of the type do not have
 */
export function rightsNamed(type: TerminalType, names: Iterable<string>): bigint {
  const { name: terminal, rights } = rightsOf(type);
  const bits = new Map(Array.from(rights, ([bit, name]) => [name, bit]));
  let sum = 0n;
  for (const name of names) {
    const bit = bits.get(name);
    if (bit === undefined) throw bad(`an ${terminal} has no right ${name}; there are ${[...bits.keys()].join(', ')}`);
    sum |= 1n << BigInt(bit);
  }
  return sum;
}

/** The names of the rights that are granted, lowest bit first; reserved bits as `RFU_` and their number. */
export function rightNames({ terminalType, rights }: HolderAuthorization): readonly string[] {
  const { octets, rights: names } = rightsOf(terminalType);
  return Array.from({ length: octets * 8 - 2 }, (_, bit) => bit)
    .filter((bit) => ((rights >> BigInt(bit)) & 1n) === 1n)
    .map((bit) => names.get(bit) ?? `RFU_${bit}`);
}

/** @throws {@link CvcError} `cvc.bad_authorization` for rights that the terminal type has no room for */
export function writeAuthorization(writer: DerWriter, authorization: HolderAuthorization): void {
  const { oid, octets } = rightsOf(authorization.terminalType);
  const roleAt = BigInt(octets * 8 - 2);
  if (authorization.rights < 0n || authorization.rights >> roleAt !== 0n)
    throw bad(`rights of ${authorization.terminalType} terminals have ${roleAt} bits`);
  let rest = (BigInt(ROLES.indexOf(authorization.role)) << roleAt) | authorization.rights;
  const bytes = new Uint8Array(octets);
  for (let at = octets - 1; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  writer.constructed(CvTag.holderAuthorization, () => writer.oid(oid).primitive(CvTag.discretionaryData, bytes));
}

/** @throws {@link CvcError} `cvc.bad_authorization` */
export function readAuthorization(reader: DerReader): HolderAuthorization {
  const template = reader.readConstructed(CvTag.holderAuthorization);
  const id = template.readOid();
  const found = terminalTypes.find((each) => each.oid === id);
  if (found === undefined) throw bad(`${id} is not a type of terminal`);
  const bytes = template.readElement(CvTag.discretionaryData).content;
  template.finish();
  if (bytes.length !== found.octets)
    throw bad(`the authorization of an ${found.name} has ${bytes.length} octets; it has ${found.octets}`);
  const value = BigInt(`0x${bytes.toHex()}`);
  const roleAt = BigInt(found.octets * 8 - 2);
  return {
    terminalType: found.type,
    role: ROLES[Number(value >> roleAt)]!,
    rights: value & ((1n << roleAt) - 1n),
  };
}

function terminal(
  type: TerminalType,
  name: string,
  id: string,
  octets: number,
  rights: Readonly<Record<number, string>>,
): TerminalRights {
  const names = Object.entries(rights).map(([bit, right]) => [Number(bit), right] as const);
  return { type, name, oid: oid(id), octets, rights: new Map(names.toSorted(([a], [b]) => a - b)) };
}

/** `prefix` and the number of each data group from `first` to `last`, in ascending bits from `bit`. */
function dataGroups(bit: number, prefix: string, first: number, last: number): Record<number, string> {
  const groups = Array.from({ length: last - first + 1 }, (_, at) => [bit + at, `${prefix}${first + at}`] as const);
  return Object.fromEntries(groups);
}

function bad(message: string): CvcError {
  return new CvcError('cvc.bad_authorization', message);
}

/** By the two bits that encode them. */
const ROLES: readonly CvRole[] = ['TERMINAL', 'DV_F', 'DV_D', 'CVCA'];
