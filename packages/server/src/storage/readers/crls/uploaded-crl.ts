/** Reads a CRL that was made elsewhere, and finds what it says that the database does not. */
import {
  certificateIssuer,
  Crl,
  type CrlEntry,
  crlNumber,
  deltaCrlIndicator,
  DistinguishedName,
  type Extension,
  findExtension,
  invalidityDate,
  type IssuingDistributionPoint,
  issuingDistributionPoint,
  KNOWN_EXTENSIONS,
  parsePublicKey,
  PkiError,
  reasonCode,
  type SerialNumber,
  serialNumberFromHex,
  serialNumberToBytes,
} from '@sealwright/pki';
import {
  CERTIFICATE_STATUS,
  type GoodCrl,
  type HoldScope,
  REVOCATION_REASONS,
  type UploadedCrl,
  type UploadedEntry,
} from '../../../modules/ca/index.ts';
import type { Reads } from '../../sql/index.ts';

export interface InspectCrlInput {
  readonly octets: readonly Uint8Array[];
  /** DER of the subject and of the SubjectPublicKeyInfo. */
  readonly issuer: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Parses it, verifies its signature, and reads every entry once. */
export const inspectCrl = {
  async *run(_reads: Reads, { octets, issuer, publicKey }: InspectCrlInput): AsyncGenerator<undefined, UploadedCrl> {
    try {
      const crl = Crl.parse(Buffer.concat(octets));
      const isIssuer = crl.issuer.key === DistinguishedName.fromDer(issuer).key;
      if (!isIssuer || !crl.verify(parsePublicKey(publicKey))) return { kind: 'foreign' };
      const point = crl.extension(issuingDistributionPoint);
      let count = 0;
      let notUnderstood = notIn(CRL_EXTENSIONS, crl.extensions);
      let indirect = point?.indirectCRL === true;
      for (const entry of crl.entries()) {
        uploadedEntry(entry);
        notUnderstood ??= notIn(ENTRY_EXTENSIONS, entry.extensions);
        indirect ||= entry.extensions.some(({ oid }) => oid === certificateIssuer.oid);
        if (++count % ENTRIES_PER_STEP === 0) yield undefined;
      }
      return {
        kind: 'good',
        number: crl.extension(crlNumber) ?? 0n,
        baseNumber: crl.extension(deltaCrlIndicator),
        thisUpdate: crl.thisUpdate,
        nextUpdate: crl.nextUpdate,
        indirect,
        covers: coverageOf(point),
        addresses: addressesOf(point),
        notUnderstood,
      };
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      return { kind: 'unreadable', problem: error.message };
    }
  },
};

export interface CrlDifferencesInput {
  readonly caId: number;
  readonly octets: readonly Uint8Array[];
  /** Also entries of certificates that are not in the database. */
  readonly unknown: boolean;
  readonly releases: HoldScope | undefined;
}

/** Chunks are entries that say something else than the database. */
export const crlDifferences = {
  async *run(
    reads: Reads,
    { caId, octets, unknown, releases }: CrlDifferencesInput,
  ): AsyncGenerator<readonly UploadedEntry[] | undefined, undefined, void> {
    // By certificate: the taker of a step changes each one once.
    const step = new Map<SerialNumber, UploadedEntry>();
    const different = async () => {
      const entries = [...step.values()];
      step.clear();
      const known = await statesOf(reads, caId, entries);
      return entries.filter((entry) => {
        const state = known.get(entry.serialNumber);
        return state === undefined ? unknown : differs(state, entry);
      });
    };
    const held = releases === undefined ? new Set<SerialNumber>() : await serialsOnHold(reads, caId, releases);
    for (const entry of Crl.parse(Buffer.concat(octets)).entries()) {
      const uploaded = uploadedEntry(entry);
      if (uploaded === undefined) continue;
      held.delete(uploaded.serialNumber);
      step.set(uploaded.serialNumber, uploaded);
      if (step.size === ENTRIES_PER_STEP) yield await different();
    }
    if (step.size > 0) yield await different();
    const released = [...held].map(releaseOf);
    for (let at = 0; at < released.length; at += ENTRIES_PER_STEP) yield released.slice(at, at + ENTRIES_PER_STEP);
    return undefined;
  },
};

function coverageOf(point: IssuingDistributionPoint | undefined): GoodCrl['covers'] {
  if (point === undefined) return 'all';
  const { onlyContainsUserCerts, onlyContainsCACerts, onlyContainsAttributeCerts, onlySomeReasons, indirectCRL } =
    point;
  const isPart = onlyContainsUserCerts || onlyContainsCACerts || onlyContainsAttributeCerts || indirectCRL;
  return isPart || onlySomeReasons !== undefined ? 'part' : 'address';
}

function addressesOf(point: IssuingDistributionPoint | undefined): readonly string[] {
  const name = point?.distributionPoint;
  if (name?.type !== 'fullName') return [];
  return name.names.flatMap((one) => (one.type === 'uniformResourceIdentifier' ? [one.value] : []));
}

/** The first critical extension that is not among those known. */
function notIn(known: ReadonlySet<string>, extensions: readonly Extension[]): string | undefined {
  return extensions.find(({ critical, oid }) => critical && !known.has(oid))?.oid;
}

async function serialsOnHold(
  reads: Reads,
  caId: number,
  { caSha1, partition, thisUpdate }: HoldScope,
): Promise<Set<SerialNumber>> {
  let query = reads.kysely
    .selectFrom('certificate')
    .select('serial')
    .where('ca_id', '=', caId)
    // None of a certificate that is known by CRLs alone.
    .where('ca_sha1', 'in', [caSha1, new Uint8Array()])
    .where('status', '=', CERTIFICATE_STATUS.revoked)
    .where('revocation_reason', '=', REVOCATION_REASONS.CERTIFICATE_HOLD)
    .where('revoked_at_s', '<=', thisUpdate)
    // An expired certificate need not stand in a CRL.
    .where('not_after_s', '>=', thisUpdate);
  if (partition !== undefined) query = query.where('crl_partition', '=', partition);
  const rows = await query.execute();
  return new Set(rows.map(({ serial }) => serialNumberFromHex(serial.toHex())));
}

function releaseOf(serialNumber: SerialNumber): UploadedEntry {
  return { serialNumber, reason: 'REMOVE_FROM_CRL', revokedAt: 0, invalidity: undefined };
}

/** Undefined for a serial number that no certificate of this program has. */
function uploadedEntry({ serialNumberText, revocationDate, extensions }: CrlEntry): UploadedEntry | undefined {
  let serialNumber: SerialNumber;
  try {
    serialNumber = serialNumberFromHex(serialNumberText);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
  return {
    serialNumber,
    reason: findExtension(extensions, reasonCode) ?? 'UNSPECIFIED',
    revokedAt: revocationDate,
    invalidity: findExtension(extensions, invalidityDate),
  };
}

interface State {
  readonly status: number;
  readonly revocation_reason: number;
  readonly revoked_at_s: number | null;
  readonly invalidity_s: number | null;
}

async function statesOf(
  reads: Reads,
  caId: number,
  entries: readonly UploadedEntry[],
): Promise<ReadonlyMap<SerialNumber, State>> {
  const rows = await reads.kysely
    .selectFrom('certificate')
    .select(['serial', 'status', 'revocation_reason', 'revoked_at_s', 'invalidity_s'])
    .where('ca_id', '=', caId)
    .where(
      'serial',
      'in',
      entries.map(({ serialNumber }) => serialNumberToBytes(serialNumber)),
    )
    .execute();
  return new Map(rows.map((row) => [serialNumberFromHex(row.serial.toHex()), row]));
}

function differs(state: State, { reason, revokedAt, invalidity }: UploadedEntry): boolean {
  const revoked = REVOKED.has(state.status);
  if (reason === 'REMOVE_FROM_CRL') return revoked;
  if (!revoked || state.revocation_reason !== REVOCATION_REASONS[reason] || state.revoked_at_s !== revokedAt)
    return true;
  return invalidity !== undefined && invalidity !== state.invalidity_s;
}

/** Revoked and archived. */
const REVOKED: ReadonlySet<number> = new Set([40, 60]);
const CRL_EXTENSIONS: ReadonlySet<string> = new Set(KNOWN_EXTENSIONS.crl.map(({ oid }) => oid));
const ENTRY_EXTENSIONS: ReadonlySet<string> = new Set(KNOWN_EXTENSIONS.crlEntry.map(({ oid }) => oid));
/** Each is a parameter of a statement, and as many as one unit may change. */
const ENTRIES_PER_STEP = 200;
