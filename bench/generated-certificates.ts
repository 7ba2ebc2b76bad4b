/** Certificates as an installation of some years has them, stored through the storage layer. */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serialNumberFromBytes } from '../packages/pki/src/index.ts';
import type { InsertCertificate, NewCertificate } from '../packages/server/src/modules/ca/index.ts';
import type { UnitId, UnitOfWork } from '../packages/server/src/kernel/unit-of-work.ts';
import type { Database } from '../packages/server/src/storage/index.ts';
import { CertificateMint } from './certificate-mint.ts';

/** The moment at which the last one is issued: seconds since 1970. */
export const LAST_ISSUED = 1_790_000_000;

/** Ids of documents, and how many certificates of a hundred each has. */
export const AUTHORITIES = [
  [101, 60],
  [102, 25],
  [103, 10],
  [104, 5],
] as const;
export const END_ENTITY_PROFILES = [
  [201, 50],
  [202, 30],
  [203, 15],
  [204, 4],
  [205, 1],
] as const;
/** The last one is rare: one certificate of a thousand has it. */
export const CERTIFICATE_PROFILES = [301, 302, 303, 304] as const;

/** Certificates `first` to `first + count - 1` of `total`. */
export interface CertificateSeries {
  readonly first: number;
  readonly count: number;
  readonly total: number;
  /** The CA of all of them. */
  readonly caId?: number;
  /** The id of the first one of the whole series, unless nothing else gives ids. */
  readonly firstId?: number;
}

/**
 * Stores certificates `first` to `first + count - 1` of a series in which each is always the same but for its serial number.
 *
 * @param onStored - takes how many have been stored, and those that were stored last
 */
export async function storeCertificates(
  database: Database,
  { first, count, total, caId, firstId = FIRST_ID }: CertificateSeries,
  onStored: (stored: number, writes: readonly InsertCertificate[]) => void = () => {},
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  let stored = 0;
  for (let at = first; at < first + count; at += PER_UNIT) {
    const size = Math.min(PER_UNIT, first + count - at);
    const serials = new Uint8Array(randomBytes(size * SERIAL_OCTETS));
    const writes = Array.from({ length: size }, (_, index) => {
      const serial = serials.slice(index * SERIAL_OCTETS, (index + 1) * SERIAL_OCTETS);
      return insertionOf(certificateOf({ id: firstId + at + index, n: at + index, total, caId, serial }));
    });
    const commit = database.commit(unitOf(writes)).then(() => {
      waiting.delete(commit);
      onStored((stored += size), writes);
    });
    waiting.add(commit);
    // Units wait for a turn of the event loop to be written: so one group is written while the next is made.
    await nextTurn();
    if (waiting.size >= UNITS_AT_ONCE) await Promise.race(waiting);
  }
  await Promise.all(waiting);
}

/** Returns the CA of certificate `n`. */
export function caOf(n: number): number {
  return chosen(AUTHORITIES, spreadOf(n) % 100);
}

interface Planned {
  readonly id: number;
  readonly n: number;
  readonly total: number;
  readonly caId: number | undefined;
  /** At random. */
  readonly serial: Uint8Array;
}

/** Makes certificate `n` of a series of `total` that was issued evenly over three years. */
function certificateOf({ id, n, total, caId = caOf(n), serial }: Planned): NewCertificate {
  const spread = spreadOf(n);
  const notBefore = LAST_ISSUED - THREE_YEARS + Math.floor((n * THREE_YEARS) / total);
  const notAfter = notBefore + [90, 365, 730][spread % 3]! * 86_400;
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const serialNumber = serialNumberFromBytes(serial);
  const { username, subjectDn, subjectAltName } = namesOf(n, spread);
  const isRevoked = spread % 10 === 0;
  return {
    ...MINT.mint(n, { caId, serialNumber, subjectDn, subjectAltName, notBefore, notAfter }),
    id,
    caId,
    serialNumber,
    subjectDn,
    subjectAltName,
    endEntityId: id,
    username,
    certificateProfileId: spread % 1000 === 7 ? 304 : CERTIFICATE_PROFILES[spread % 3]!,
    endEntityProfileId: chosen(END_ENTITY_PROFILES, Math.floor(spread / 100) % 100),
    type: 1,
    notBefore,
    notAfter,
    crlPartition: 0,
    accountBindingId: undefined,
    ...(isRevoked && { revocation: { reason: REASONS[spread % REASONS.length]!, revokedAt: notBefore + 1_000_000 } }),
    createdMs: notBefore * 1000 + (spread % 1000),
  };
}

/** Names of certificate `n`: seven of ten are servers, two are people, and one is a device. */
export function namesOf(n: number, spread = spreadOf(n)) {
  const number = String(n).padStart(9, '0');
  const organization = `O=Example ${spread % 1000},C=SE`;
  const kind = Math.floor(spread / 10) % 10;
  if (kind < 7) {
    const host = `${SERVERS[spread % SERVERS.length]}-${number}.${ZONES[spread % ZONES.length]}.example.org`;
    return {
      username: host,
      subjectDn: `CN=${host},${organization}`,
      subjectAltName: `dNSName=${host}, dNSName=www.${host}`,
    };
  }
  if (kind === 9)
    return {
      username: `device-${number}`,
      subjectDn: `CN=device-${number},serialNumber=${spread},${organization}`,
      subjectAltName: undefined,
    };
  const first = FIRST_NAMES[spread % FIRST_NAMES.length]!;
  const last = LAST_NAMES[Math.floor(spread / 100) % LAST_NAMES.length]!;
  const mail = `${first}.${last}.${n}@example.org`
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return {
    username: mail,
    subjectDn: `CN=${first} ${last},E=${mail},${organization}`,
    subjectAltName: `rfc822Name=${mail}`,
  };
}

/** A number that looks like chance and is the same every time. */
function spreadOf(n: number): number {
  return ((n % 1_000_003) * 2_654_435_761) % 1_000_003;
}

function insertionOf(certificate: NewCertificate): InsertCertificate {
  return { op: 'certificate.insert', certificate };
}

function unitOf(writes: readonly InsertCertificate[]): UnitOfWork {
  return { id: randomBytes(16).toString('hex') as UnitId, epoch: undefined, writes };
}

/** Returns the value whose share of a hundred the number falls into. */
function chosen(shares: readonly (readonly [value: number, percent: number])[], number: number): number {
  let end = 0;
  for (const [value, percent] of shares) if (number < (end += percent)) return value;
  return shares[0]![0];
}

const REASONS = ['SUPERSEDED', 'CESSATION_OF_OPERATION', 'KEY_COMPROMISE', 'CERTIFICATE_HOLD'] as const;
const SERVERS = ['web', 'mail', 'api', 'db', 'ldap', 'build', 'vpn'];
const ZONES = ['prod', 'test', 'stockholm', 'eu-west-1', 'dmz'];
const FIRST_NAMES =
  'Anna Bo Carl Dagny Elin Fredrik Gunnar Hanna Ingrid Johan Karin Lars Maria Nils Olga Per Rut Sven Tove Ulf'.split(
    ' ',
  );
const LAST_NAMES =
  'Andersson Bergman Carlsson Dahl Ek Forsberg Gustafsson Holm Isaksson Jonsson Karlsson Lindqvist Magnusson Nyström Olsson Persson Rydberg Sandström Törnqvist Wallin'.split(
    ' ',
  );
const SERIAL_OCTETS = 20;
const MINT = new CertificateMint();
const PER_UNIT = 50;
const UNITS_AT_ONCE = 128;
const THREE_YEARS = 3 * 365 * 86_400;
const FIRST_ID = 2 ** 21;
