/** Makes a self-signed CA over a key that its crypto token holds already. */
import { Certificate, DistinguishedName, parsePublicKey } from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Configuration, type DocumentPlanner, parseDuration } from '../configuration/index.ts';
import { certificateProfileType } from '../profiles/index.ts';
import type { CaState, CaStateStore, InsertCaState } from './ca-state.ts';
import { caType } from './ca-type.ts';
import type { CertificateAuthority, SigningAuthority } from './certificate-authority.ts';
import { CaExistsError } from './errors.ts';
import type { Issuance } from './issuance.ts';
import { javaHashCode } from './java-hash-code.ts';

/** A CA to be made. */
export interface NewRootCa {
  readonly name: string;
  /** In the outer form of the document; `cryptoToken` and `certSignKey` name the key. */
  readonly settings: {
    readonly subjectDn: string;
    readonly cryptoToken: string;
    readonly certSignKey: string;
    readonly signatureAlgorithm: string;
    readonly [further: string]: unknown;
  };
  /** The SubjectPublicKeyInfo of the key, DER. */
  readonly publicKey: Uint8Array;
}

export interface CreateRootCaDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
  readonly states: CaStateStore;
  readonly issuance: Issuance;
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
}

export class CreateRootCa {
  readonly #deps: CreateRootCaDeps;

  constructor(deps: CreateRootCaDeps) {
    this.#deps = deps;
  }

  /** @throws {@link CaExistsError} when another CA has the subject, or another subject with the same id for clients */
  async create(administrator: Administrator, ca: NewRootCa): Promise<CertificateAuthority> {
    const created = await planAndCommit(() => this.#plan(administrator, ca), this.#deps.store);
    await this.#deps.configuration.refresh();
    return created;
  }

  async #plan(
    administrator: Administrator,
    { name, settings, publicKey }: NewRootCa,
  ): Promise<Plan<CertificateAuthority>> {
    const { access, audit, configuration, planner, issuance, clock } = this.#deps;
    // Noted first: rights are of this epoch or a later one, and a change of them has the act planned again.
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.addCa);
    const subject = DistinguishedName.parse(settings.subjectDn);
    const publicId = javaHashCode(subject.toString());
    await this.#requireFree(name, subject, publicId);
    const { writes, planned } = await planner.plan([{ kind: 'create', type: caType.token, name, publicId, settings }]);
    const document = planned[0]!.document as Awaited<
      ReturnType<typeof configuration.get<unknown, SigningAuthority['settings']>>
    >;
    const profile = await configuration.get(certificateProfileType, ROOT_PROFILE);
    const key = parsePublicKey(publicKey);
    const unsigned = {
      id: document.id,
      publicId,
      name,
      settings: document.value,
      status: 'ACTIVE',
      keyAlias: settings.certSignKey,
    } as const;
    const { write, der } = await issuance.issueSelfSigned({
      authority: { ...unsigned, chain: [], issuer: undefined },
      profile: { ...profile.value, lifetime: { kind: 'relative', seconds: lifetimeOf(document.settings) } },
      certificateProfileId: profile.id,
      subject,
      publicKey: key,
    });
    const certificate = Certificate.parse(der);
    const state: CaState = {
      caId: document.id,
      publicId,
      subjectKey: subject.key,
      status: 'ACTIVE',
      keyAlias: settings.certSignKey,
      chain: [der],
      notAfter: certificate.notAfter,
      revocationReason: 'NOT_REVOKED',
      revokedAt: undefined,
      version: 1,
    };
    const stateWrite: InsertCaState = { op: 'ca-state.insert', state };
    const entry = {
      event: 'CA_CREATION',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: document.id,
      serial: certificate.serialNumber,
      details: { name, subject: subject.toString(), notAfter: certificate.notAfter, at: nowSeconds(clock) },
    } as const;
    return {
      unit: audit.unit([...writes, stateWrite, write], [entry], epoch),
      result: { ...unsigned, chain: [certificate], issuer: undefined },
    };
  }

  /** Two subjects can have one Java hash (`CN=Aa` and `CN=BB`), and clients could not tell their CAs apart. */
  async #requireFree(name: string, subject: DistinguishedName, publicId: number): Promise<void> {
    const { states, configuration } = this.#deps;
    const sameSubject = await states.findIdBySubject(subject.key);
    const sameId = await states.findIdByPublicId(publicId);
    const other = sameSubject ?? sameId;
    if (other === undefined) return;
    const { name: otherName } = await configuration.getById(caType, other);
    throw new CaExistsError(name, otherName, sameSubject === undefined ? 'id' : 'subject');
  }
}

function lifetimeOf(settings: unknown): number {
  return parseDuration((settings as { readonly validity: string }).validity)!;
}

const ROOT_PROFILE = 'ROOTCA';
