/** Makes the request of a CVC CA for a certificate of another one: of its present key while it has none, else of its next key. */
import {
  assembleAuthenticatedCvRequest,
  type CvCertificate,
  type CvPublicKey,
  encodeOuterSigned,
} from '@sealwright/pki';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { actorOf, type Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import {
  type CaKeys,
  type CvcKey,
  type ManagedCaDeps,
  type ManagedCvcCa,
  type NextKeys,
  type RequestedKey,
  cvcKey,
  requireRenewableCvc,
  sequenceAfter,
  withNewKeys,
} from '../keys/index.ts';
import type { CaSigner } from '../issuance/index.ts';
import { type CaStatus, updateOf } from '../records/index.ts';
import { makeCvRequest, readCvCertificates } from '../cvc/index.ts';

export interface RequestCvCertificateDeps extends ManagedCaDeps {
  readonly audit: AuditLog;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly signer: CaSigner;
  readonly store: UnitOfWorkStore;
  readonly epoch: () => number;
}

export class RequestCvCertificate {
  readonly #deps: RequestCvCertificateDeps;

  constructor(deps: RequestCvCertificateDeps) {
    this.#deps = deps;
  }

  /**
   * The request as it is encoded. It is kept until its certificate is received, in the place of an earlier one.
   *
   * A CA that has a certificate signs the request with its key as well, and so proves to be the one that was certified before
   * (BSI TR-03110 part 3 C.2.6).
   *
   * @param chain - the certificates that are expected above the one to come, PEM or base64
   */
  async request(
    administrator: Administrator,
    name: string,
    { key, chain }: { readonly key: RequestedKey; readonly chain: readonly string[] },
  ): Promise<Uint8Array> {
    const above = readCvCertificates(chain);
    const ca = await this.#require(administrator, name);
    const commit = (next: NextKeys) =>
      planAndCommit(() => this.#plan(administrator, name, next, above), this.#deps.store);
    if (key.kind === 'new') return withNewKeys(administrator, ca, this.#deps, commit, { after: sequenceAfter(ca) });
    return commit(keysUnder(ca, key.alias));
  }

  async #plan(
    administrator: Administrator,
    name: string,
    next: NextKeys,
    above: readonly CvCertificate[],
  ): Promise<Plan<Uint8Array>> {
    const { audit, keys, tokens } = this.#deps;
    const epoch = this.#deps.epoch();
    const ca = await this.#require(administrator, name);
    await keys.requireUnshared(ca.authority.id, ca.settings.cryptoTokenId, [next.keyAlias]);
    const key = await cvcKey(ca, next, tokens);
    const der = await this.#encode(ca, key);
    const request = { ...next, der, chain: above.map((certificate) => certificate.der) };
    const entry = {
      event: 'CA_SIGNREQUEST',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: ca.authority.id,
      details: { name, keyAlias: next.keyAlias, holder: key.holder.text },
    } as const;
    return { unit: audit.unit([updateOf(ca.state, { request }), { op: 'epoch.move' }], [entry], epoch), result: der };
  }

  async #encode({ authority, settings }: ManagedCvcCa, key: CvcKey): Promise<Uint8Array> {
    const { signer } = this.#deps;
    const { issuer } = authority;
    const request = await makeCvRequest(key, signer, issuer?.certificate.authority);
    if (issuer === undefined || issuer.reference.equals(key.holder)) return request;
    const present: CvPublicKey = issuer.publicKey;
    const signed = encodeOuterSigned(request, issuer.reference);
    const presentKey = { keyAlias: authority.keyAlias, settings, publicKey: present.key };
    const signature = await signer.sign(presentKey, present.algorithm, signed);
    return assembleAuthenticatedCvRequest(request, issuer.reference, present.signatureToWrite(signature));
  }

  async #require(administrator: Administrator, name: string): Promise<ManagedCvcCa> {
    return requireRenewableCvc(administrator, { name }, STATUSES, this.#deps);
  }
}

/** A key that was named goes on under the present sequence number when it is the present one, else under the next. */
function keysUnder(ca: ManagedCvcCa, alias: string): NextKeys {
  const { keyAlias, alternativeKeyAlias, keySequence } = ca.state;
  if (alias === keyAlias) return { keyAlias, alternativeKeyAlias, keySequence };
  return { keyAlias: alias, alternativeKeyAlias, keySequence: sequenceAfter(ca)(keySequence) };
}

const STATUSES: readonly CaStatus[] = ['ACTIVE', 'OFFLINE', 'WAITING_CERTIFICATE_RESPONSE'];
