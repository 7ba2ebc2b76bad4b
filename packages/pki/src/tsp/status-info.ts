/** Status of a time-stamp request: granted, or why not (RFC 3161 §2.4.2). */
import { type DerReader, type DerWriter, Tag } from '../der/index.ts';
import { readSequenceOf, writeSequenceOf } from '../extension/sequence-of.ts';
import { readText, writeText } from '../extension/text.ts';
import { TspError } from './errors.ts';

/** In the order of their numbers. */
export const PKI_STATUSES = [
  'granted',
  'grantedWithMods',
  'rejection',
  'waiting',
  'revocationWarning',
  'revocationNotification',
] as const;

export type PkiStatus = (typeof PKI_STATUSES)[number];

/** Why a request was rejected, by the numbers of their bits. */
const FAILURES = {
  /** an algorithm that is not known or not accepted */
  badAlg: 0,
  badRequest: 2,
  /** the request could not be read */
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  /** more was asked for than there is */
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const;

export type PkiFailure = keyof typeof FAILURES;

export interface PkiStatusInfo {
  readonly status: PkiStatus;
  /** For people. */
  readonly texts?: readonly string[] | undefined;
  readonly failures?: readonly PkiFailure[] | undefined;
}

/** Returns whether a token comes with the status. */
export function isGranted({ status }: PkiStatusInfo): boolean {
  return status === 'granted' || status === 'grantedWithMods';
}

/** Writes one. @throws {RangeError} for an empty text, or one of more than 1,000 characters */
export function writeStatusInfo(writer: DerWriter, { status, texts = [], failures = [] }: PkiStatusInfo): void {
  writer.sequence(() => {
    writer.integer(PKI_STATUSES.indexOf(status));
    if (texts.length > 0) writeSequenceOf(writer, texts, (inner, text) => writeText(inner, 'utf8String', text, TEXT));
    if (failures.length === 0) return;
    const bits = Array.from<boolean>({ length: FAILURE_BITS }).fill(false);
    for (const failure of failures) bits[FAILURES[failure]] = true;
    writer.namedBits(bits);
  });
}

/**
 * Reads one. What RFC 3161 does not define is refused, as it asks clients to (§2.4.2).
 *
 * @throws {DerError}
 * @throws {TspError} `tsp.bad_value`
 */
export function readStatusInfo(reader: DerReader): PkiStatusInfo {
  const sequence = reader.readSequence();
  const number = sequence.readSmallInteger(Number.MAX_SAFE_INTEGER);
  const status = PKI_STATUSES[number];
  if (status === undefined) throw new TspError('tsp.bad_value', `the status ${number} is not defined`);
  const texts = sequence.nextIs(Tag.sequence) ? readSequenceOf(sequence, (inner) => readText(inner, 'utf8String')) : [];
  const failures = sequence.atEnd ? [] : readFailures(sequence.readBitString().bytes);
  sequence.finish();
  return { status, texts, failures };
}

function readFailures(bytes: Uint8Array): readonly PkiFailure[] {
  const failures: PkiFailure[] = [];
  const rest = bytes.slice();
  for (const [name, bit] of Object.entries(FAILURES)) {
    const octet = bit >> 3;
    const mask = 0x80 >> (bit & 7);
    if (((rest[octet] ?? 0) & mask) === 0) continue;
    rest[octet]! ^= mask;
    failures.push(name as PkiFailure);
  }
  if (rest.some((octet) => octet !== 0)) throw new TspError('tsp.bad_value', 'a failure that is not defined is given');
  return failures;
}

const FAILURE_BITS = FAILURES.systemFailure + 1;
const TEXT = { min: 1, max: 1000 };
