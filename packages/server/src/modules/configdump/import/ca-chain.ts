/** The certificates that an item of a CA brings. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import type { AppError } from '../../../kernel/errors.ts';
import type { Administrator } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { Authorities, CaSettings, CaState, CaStateStore, ImportExternalCa } from '../../ca/index.ts';
import { type AnyDocument, type PlannedWrites, refusedOr } from '../../configuration/index.ts';
import type { ImportItem } from './read-items.ts';

export interface CaChainDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly importExternalCa: Pick<ImportExternalCa, 'planCertificates'>;
  readonly states: Pick<CaStateStore, 'findState'>;
}

/** The decision on the certificates of an item. */
export type GivenChain =
  /** There are none, or the CA has them. */
  | { readonly kind: 'nothing' }
  /** The CA gets them with the import. */
  | { readonly kind: 'taken'; readonly certificates: readonly string[] }
  /** Initialization makes others. */
  | { readonly kind: 'left-out'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Decides on the certificates of an item. @param existing - the CA of that name, undefined for a new one */
export async function givenChain(
  { codec, read }: ImportItem,
  existing: AnyDocument | undefined,
  initialize: boolean,
  { authorities, states }: Pick<CaChainDeps, 'authorities' | 'states'>,
): Promise<GivenChain> {
  const given = read.facts[CHAIN];
  if (codec.type.token !== 'CA' || given === undefined) return { kind: 'nothing' };
  const certificates = texts(given);
  if (certificates === undefined)
    return {
      kind: 'refused',
      message: `${CHAIN} has to be a list of 1 to ${MAX_CERTIFICATES} certificates in PEM or base64`,
    };
  if (isSameChain(certificates, existing && (await authorities.findById(existing.id)))) return { kind: 'nothing' };
  if (isExternal(read.settings)) return { kind: 'taken', certificates };
  const state = existing && (await states.findState(existing.id));
  const waits = state === undefined || state.status === 'UNINITIALIZED';
  if (initialize && waits)
    return {
      kind: 'left-out',
      message: `${CHAIN} was left out: the CA has its keys here, and initialization makes its certificate`,
    };
  const wrong = waits
    ? 'the CA has no certificate here yet. Import with initialize=true to have one made, remove it from the item'
    : 'the CA has another one here, which stays. Remove it from the item';
  return {
    kind: 'refused',
    message: `${CHAIN} cannot be imported for a CA that has its keys here: ${wrong}, or make the item that of a CA elsewhere (Signed By: ${EXTERNAL}, and no Crypto Token)`,
  };
}

/** A change that can be made, with the record of certificates that come with it. */
export interface CertifiedWrites extends PlannedWrites {
  readonly entry?: AuditEntry;
}

/** Adds the certificates of a CA to the change of its document, or returns the reason why they cannot be taken. */
export async function withChain(
  administrator: Administrator,
  outcome: PlannedWrites,
  certificates: readonly string[],
  { importExternalCa }: Pick<CaChainDeps, 'importExternalCa'>,
): Promise<CertifiedWrites | AppError> {
  return refusedOr(async () => {
    const { before, document } = outcome.planned;
    const inserted = outcome.further.find(({ op }) => op === 'ca-state.insert') as { state: CaState } | undefined;
    const settings = (document!.usability as { readonly value: CaSettings }).value;
    const of = { name: document!.name, settings, made: before === undefined ? inserted!.state : undefined };
    const planned = await importExternalCa.planCertificates(administrator, of, certificates);
    const difference = {
      field: CHAIN,
      before: planned.before.length === 0 ? undefined : inWords(planned.before),
      after: inWords(planned.chain),
    };
    return {
      ...outcome,
      further: [...outcome.further, ...planned.writes],
      planned: { ...outcome.planned, differences: [...outcome.planned.differences, difference] },
      entry: planned.entry,
    };
  });
}

/** Returns the texts of certificates; undefined when it is not a list of such. */
function texts(given: JsonValue): readonly string[] | undefined {
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_CERTIFICATES) return undefined;
  return list.every((one) => typeof one === 'string' && one.length <= MAX_LENGTH)
    ? (list as readonly string[])
    : undefined;
}

/** Tells whether a CA has the certificates of an item already. */
function isSameChain(given: readonly string[], authority: Awaited<ReturnType<Authorities['findById']>>): boolean {
  if (authority?.kind !== 'X509') return false;
  const octets = given.map((pem) => pem.replaceAll(/-----[^-]*-----|\s/g, ''));
  return octets.join() === authority.chain.map(({ der }) => Buffer.from(der).toString('base64')).join();
}

function isExternal({ cryptoToken = 'None', signedBy }: JsonObject): boolean {
  return cryptoToken === 'None' && signedBy === EXTERNAL;
}

function inWords(chain: readonly Uint8Array[]): string {
  return chain.map((der) => `SHA-256 ${createHash('sha256').update(der).digest('hex')}`).join(', ');
}

/** The certificates of a CA whose keys are elsewhere. */
const CHAIN = 'CA Certificate Chain';
const EXTERNAL = 'External CA';
const MAX_CERTIFICATES = 20;
const MAX_LENGTH = 100_000;
