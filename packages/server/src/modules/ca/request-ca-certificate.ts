/** Makes the certification request of a CA, for another CA to sign: of its present key, another one of its token, or a new one. */
import type { Certificate, Der } from '@sealwright/pki';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type CryptoTokens, UnknownKeyAliasError } from '../crypto-tokens/index.ts';
import type { CaKeys } from './ca-keys.ts';
import { makeCaRequest } from './ca-request.ts';
import type { CaSigner } from './ca-signer.ts';
import { type CaRequest, type CaStatus, updateOf } from './ca-state.ts';
import type { CertificateAuthority, WithKeys } from './certificate-authority.ts';
import { keyAliasOf, nextKeySequence } from './key-sequence.ts';
import { readCaCertificates } from './received-chain.ts';
import type { RequestCvCertificate } from './request-cv-certificate.ts';
import { type ManagedCa, type ManagedCaDeps, requireRenewable, withKeys } from './managed-ca.ts';

/** What a request is asked for with. */
interface AskedRequest {
  readonly key: RequestedKey;
  /** PEM or base64. */
  readonly chain: readonly string[];
}

/** Which key the request is for. */
export type RequestedKey = { readonly kind: 'new' } | { readonly kind: 'alias'; readonly alias: string };

export interface RequestCaCertificateDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly signer: CaSigner;
  /** For CVC CAs. */
  readonly requestCvCertificate: RequestCvCertificate;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
}

export class RequestCaCertificate {
  readonly #deps: RequestCaCertificateDeps;

  constructor(deps: RequestCaCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * The request as it is encoded, PKCS#10 or, of a CVC CA, card verifiable. It is kept until its certificate is received, in the place of an earlier one; the CA goes on with the key it has.
   *
   * @param find - the CA, looked up anew for each attempt
   * @param chain - the certificates that are expected above the one to come, PEM or base64
   * @throws {@link CaStatusError}, {@link CaWithoutKeysError}, {UnknownKeyAliasError}, {CryptoTokenOfflineError}
   */
  async request(
    administrator: Administrator,
    find: () => Promise<CertificateAuthority>,
    asked: AskedRequest,
  ): Promise<Uint8Array> {
    const found = await find();
    const { id: caId, name } = found;
    const entry = { event: 'CA_SIGNREQUEST', actor: actorOf(administrator), caId, details: { name } } as const;
    return this.#deps.audit.recordingRefusal(entry, () => this.#request(administrator, find, found, asked));
  }

  async #request(
    administrator: Administrator,
    find: () => Promise<CertificateAuthority>,
    found: CertificateAuthority,
    { key, chain }: AskedRequest,
  ): Promise<Uint8Array> {
    if (found.kind === 'CVC') return this.#deps.requestCvCertificate.request(administrator, found.name, { key, chain });
    const certificates = readCaCertificates(chain);
    const ca = await requireRenewable(administrator, found, STATUSES, this.#deps);
    // Making keys is an act of its own, so it comes first.
    const next = await this.#keysFor(administrator, ca, key);
    return planAndCommit(() => this.#plan(administrator, find, next, certificates), this.#deps.store);
  }

  async #plan(
    administrator: Administrator,
    find: () => Promise<CertificateAuthority>,
    next: NextKeys,
    chain: readonly Certificate[],
  ): Promise<Plan<Der<'CertificationRequest'>>> {
    const { audit, keys, signer, tokens } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await requireRenewable(administrator, await find(), STATUSES, this.#deps);
    await keys.requireUnshared(ca.authority.id, ca.settings.cryptoTokenId, [next.keyAlias, next.alternativeKeyAlias]);
    const der = await makeCaRequest(await withKeys(ca, next, tokens), signer);
    const request: CaRequest = { ...next, der, chain: chain.map((certificate) => certificate.der) };
    const entry = {
      event: 'CA_SIGNREQUEST',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: ca.authority.id,
      details: { name: ca.authority.name, keyAlias: next.keyAlias, keySequence: next.keySequence },
    } as const;
    return { unit: audit.unit([updateOf(ca.state, { request }), { op: 'epoch.move' }], [entry], epoch), result: der };
  }

  async #keysFor(administrator: Administrator, ca: ManagedCa, key: RequestedKey): Promise<NextKeys> {
    const { keyAlias, alternativeKeyAlias, keySequence } = ca.state;
    if (key.kind === 'new') return newKeys(administrator, ca, this.#deps);
    return { keyAlias: key.alias, alternativeKeyAlias: key.alias === keyAlias ? alternativeKeyAlias : '', keySequence };
  }
}

/** The keys that a CA is to have next. */
export type NextKeys = Pick<CaRequest, 'keyAlias' | 'alternativeKeyAlias' | 'keySequence'>;

/**
 * Makes keys like the present ones under the next aliases that no key of the token has.
 *
 * @param after - how its keys are numbered
 */
export async function newKeys(
  administrator: Administrator,
  { settings, state }: Pick<ManagedCa, 'state'> & { readonly settings: WithKeys },
  { keys, tokens }: { readonly keys: CaKeys; readonly tokens: CryptoTokens },
  after: (sequence: string) => string = nextKeySequence,
): Promise<NextKeys> {
  const { keyAlias, alternativeKeyAlias, keySequence: present } = state;
  let keySequence = after(present);
  while (await exists(tokens, settings.cryptoTokenId, keyAliasOf(keyAlias, present, keySequence))) {
    keySequence = after(keySequence);
  }
  const next = (alias: string) => keyAliasOf(alias, present, keySequence);
  await keys.obtainLike(administrator, settings.cryptoTokenId, keyAlias, next(keyAlias));
  if (alternativeKeyAlias === '') return { keyAlias: next(keyAlias), alternativeKeyAlias, keySequence };
  await keys.obtainLike(administrator, settings.cryptoTokenId, alternativeKeyAlias, next(alternativeKeyAlias));
  return { keyAlias: next(keyAlias), alternativeKeyAlias: next(alternativeKeyAlias), keySequence };
}

async function exists(tokens: CryptoTokens, tokenId: number, alias: string): Promise<boolean> {
  try {
    await tokens.getKeyPair(tokenId, alias);
    return true;
  } catch (error) {
    if (error instanceof UnknownKeyAliasError) return false;
    throw error;
  }
}

/** Of a CA that has keys and may get another certificate. */
const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
