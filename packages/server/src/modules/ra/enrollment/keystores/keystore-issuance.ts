/** Issuance of a keystore: the steps of an enrollment with the names of the end entity and a key generated here. */
import { Certificate, type DistinguishedName, type PublicKey } from '@sealwright/pki';
import { Turns } from '../../../../kernel/tasks/turns.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import type { QueueLimits } from '../../../../kernel/work-limits.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../../access/index.ts';
import { type Authorities, getById, type IssuedCertificate } from '../../../ca/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import type { FieldDecisions } from '../../../profiles/index.ts';
import type { KeepKey, KeptKeyPlan } from '../../../key-recovery/index.ts';
import { KeystoresBusyError } from '../../errors/index.ts';
import { type EndEntity, isKeyRecoverable, keepsKeys, withKeyRecoverable } from '../../end-entities/index.ts';
import type { RequestedNames } from '../../requests/index.ts';
import {
  type GeneratedKey,
  type KeyPairSource,
  keystoreAlias,
  type KeystoreContents,
  type KeystoreFormat,
  placeholderKey,
  writeKeystore,
} from '../../server-keys/index.ts';
import { rightsToFinalize } from '../checks/authorize-enrollment.ts';
import {
  checkX509Enrollment,
  type CheckX509EnrollmentDeps,
  type PlacedEnrollment,
} from '../checks/check-x509-enrollment.ts';
import type { EnrollmentWarnings } from '../approvals/shown-warnings.ts';
import type { CaaReport } from '../../caa/index.ts';
import { type CheckedEnrollment, withEndEntity } from '../checked-enrollment.ts';
import { requireGeneratedKeyAllowed } from '../checks/generated-key-allowed.ts';
import type { IssuedEnrollment } from '../steps/commit-enrollment.ts';
import type { RehearsedEnrollment } from '../dry-run/rehearsed-enrollment.ts';
import { afterEnrollment, namesOf, orderOf, requireEnrollableNow } from '../enrollment-of-end-entity.ts';
import type { EnrollmentOrder } from '../steps/enrollment-order.ts';
import type { X509Enrollment } from '../x509-enrollment.ts';

/** A keystore, with the certificate and the chain in it. */
export interface EnrolledKeystore<Format extends KeystoreFormat = KeystoreFormat> {
  readonly outcome: 'issued';
  readonly certificate: Pick<IssuedCertificate, 'der' | 'serialNumber'>;
  readonly chain: readonly Uint8Array[];
  readonly keystore: Uint8Array;
  readonly format: Format;
}

/** An enrollment for a keystore that has passed all checks that do not need the key. */
export interface PreparedKeystore {
  readonly placed: PlacedEnrollment;
  /** The end entity as passed in. */
  readonly endEntity: EndEntity;
  readonly names: RequestedNames;
  readonly order: EnrollmentOrder;
  /** True if the key is kept with its certificate. */
  readonly isKept: boolean;
}

/** Parameters of a keystore beyond those of the enrollment. */
export interface KeystoreToIssue<Format extends KeystoreFormat> {
  readonly format: Format;
  readonly key: GeneratedKey;
  /** Password of the file and of the key in it. */
  readonly password: string;
}

/** Contents of a keystore whose entry is named after its end entity. */
export interface NamedKeystoreContents extends Omit<KeystoreContents, 'alias'> {
  readonly subject: DistinguishedName;
  readonly username: string;
}

/** Writes a keystore. Exists only while a place is held, see {@link KeystoreIssuance.inPlace}. */
export type WriteInPlace = (format: KeystoreFormat, contents: NamedKeystoreContents) => Promise<Uint8Array>;

export interface KeystoreIssuanceDeps
  extends Pick<UseCaseDeps, 'configuration' | 'clock' | 'random'>, CheckX509EnrollmentDeps {
  readonly authorities: Authorities;
  readonly keepKey: KeepKey;
  readonly keyPairs: KeyPairSource;
  readonly limits: Pick<QueueLimits, 'pendingKeystores'>;
  readonly steps: X509Enrollment;
}

export class KeystoreIssuance extends WithDeps<KeystoreIssuanceDeps> {
  readonly #turns = new Turns(WRITTEN_AT_ONCE);
  /** Number of places that are held. */
  #pending = 0;

  /**
   * Takes the steps of an enrollment that need no key.
   *
   * @param endEntity - the authenticated one, with its new token type
   * @param decisions - notes about the origin of the names
   * @throws AccessDeniedError, `ra.key_generation_forbidden`, and the errors of enrollment
   */
  async prepare(
    administrator: Administrator,
    endEntity: EndEntity,
    plan: KeyPlan,
    decisions?: FieldDecisions,
  ): Promise<PreparedKeystore> {
    const { authorities, keepKey, steps } = this.deps;
    requireEnrollableNow(endEntity);
    const names = namesOf(endEntity, decisions);
    const order = await orderOf(endEntity, (await getById(authorities, endEntity.caId)).name, this.deps);
    const placed = await steps.place(administrator, order, rightsToFinalize);
    requireGeneratedKeyAllowed(placed.certificateProfile, plan);
    await checkX509Enrollment(this.deps, placed, names);
    const { keyRecovery } = placed.endEntityProfile.value;
    const isKept = keyRecovery.used && keepsKeys(endEntity, endEntity.tokenType, keyRecovery);
    if (isKept) await keepKey.requirePossible(placed.authority);
    return { placed, endEntity, names, order, isKept };
  }

  /** Checks before the key is generated that CAA records permit the CA. @throws {@link CaaPendingError}, {@link CaaRefusedError} */
  requireCaa({ placed, names }: Pick<PreparedKeystore, 'placed' | 'names'>): Promise<CaaReport | undefined> {
    return this.deps.steps.requireCaa(placed, names);
  }

  /** Returns the warnings for approvers, determined with a placeholder key. @throws the errors of {@link requireCaa} */
  async warnings(prepared: PreparedKeystore, plan: KeyPlan): Promise<EnrollmentWarnings> {
    const { keyPairs, steps } = this.deps;
    const caa = await this.requireCaa(prepared);
    const checked = await this.#checkKey(prepared, await placeholderKey(plan, keyPairs));
    return { caa, findings: await steps.findings(checked) };
  }

  /**
   * Holds a place among the keystores that are made, from before the key and the certificate exist until the keystore is written: a certificate
   * is not signed for one that could not be written.
   *
   * @param make - takes the steps of a keystore, with the function that writes it
   * @throws {@link KeystoresBusyError} if all places are held
   */
  async inPlace<T>(make: (write: WriteInPlace) => Promise<T>): Promise<T> {
    if (this.#pending >= this.deps.limits.pendingKeystores) throw new KeystoresBusyError();
    this.#pending += 1;
    try {
      return await make((format, contents) => this.#write(format, contents));
    } finally {
      this.#pending -= 1;
    }
  }

  /**
   * Generates the key after all other checks, signs its certificate, and writes the keystore.
   *
   * @throws {@link KeystoresBusyError}, and the errors of {@link requireCaa}
   */
  async issue<Format extends KeystoreFormat>(
    prepared: PreparedKeystore,
    wanted: KeystoreToIssue<Format>,
  ): Promise<IssuedEnrollment<EnrolledKeystore<Format>>> {
    await this.requireCaa(prepared);
    return this.inPlace((write) => this.#issue(prepared, wanted, write));
  }

  async #issue<Format extends KeystoreFormat>(
    prepared: PreparedKeystore,
    { format, key, password }: KeystoreToIssue<Format>,
    write: WriteInPlace,
  ): Promise<IssuedEnrollment<EnrolledKeystore<Format>>> {
    const { steps } = this.deps;
    const { placed, names, order, isKept } = prepared;
    const own = await this.#checkKey(prepared, await key.generate());
    const issued = await steps.issue(own);
    const { certificate, chain } = issued.enrolled;
    const kept = isKept ? await this.#kept(own, certificate.der, key) : NOTHING_KEPT;
    const { pkcs12Encryption } = placed.endEntityProfile.value;
    const { privateKey } = key;
    const contents = { certificate: certificate.der, chain, privateKey, pkcs12Encryption, password };
    const keystore = await write(format, { ...contents, subject: names.subject, username: order.username });
    const { algorithm, specification } = key.plan;
    const generated = { keyAlgorithm: algorithm.name, keySpecification: specification, keystore: format };
    return {
      ...issued,
      kept,
      details: { ...issued.details, ...generated },
      enrolled: { outcome: 'issued', certificate, chain, keystore, format },
    };
  }

  /** Builds the certificate without signing it in a dry run, with a placeholder for the key that {@link issue} would generate. */
  async rehearse(prepared: PreparedKeystore, plan: KeyPlan, decisions: FieldDecisions): Promise<RehearsedEnrollment> {
    const { keyPairs, steps } = this.deps;
    const own = await this.#checkKey(prepared, await placeholderKey(plan, keyPairs));
    const placeholder = 'a key of its kind that nobody has: the key is generated in the enrollment';
    decisions.decide('subjectPublicKeyInfo', 'program', undefined, placeholder);
    return { ...(await steps.rehearse(own, decisions)), publicKeySha256: undefined };
  }

  /** Takes the steps of an enrollment that need the key. */
  async #checkKey(
    { placed, endEntity, names, isKept }: PreparedKeystore,
    publicKey: PublicKey,
  ): Promise<CheckedEnrollment> {
    const checked = await this.deps.steps.checkPlaced(placed, { ...names, publicKey, extensions: [] });
    const issuable = afterEnrollment(checked, {
      ...endEntity,
      kind: withKeyRecoverable(endEntity.kind, isKept || isKeyRecoverable(endEntity)),
    });
    // The end entity that the names were read from: if it was changed meanwhile, the commit is a conflict and everything is planned again.
    const after = { ...issuable.endEntity, version: endEntity.version + 1 };
    return withEndEntity(issuable, { existing: endEntity, endEntity: after });
  }

  #write(format: KeystoreFormat, { subject, username, ...contents }: NamedKeystoreContents): Promise<Uint8Array> {
    const named = { ...contents, alias: keystoreAlias(subject, username) };
    return this.#turns.run(() => writeKeystore(format, named, this.deps));
  }

  /** Plans that the key is kept with its certificate. */
  #kept(
    { administrator, authority, endEntity }: CheckedEnrollment,
    der: Uint8Array,
    { privateKey }: GeneratedKey,
  ): Promise<KeptKeyPlan> {
    const certificate = Certificate.parse(der);
    return this.deps.keepKey.plan({ authority, certificate, endEntity, privateKey, actor: actorOf(administrator) });
  }
}

/** Maximum number written at a time. Key derivations take a tenth of a second in the thread pool of four threads; the others stay free. */
const WRITTEN_AT_ONCE = 2;
const NOTHING_KEPT: KeptKeyPlan = { writes: [], entries: [] };
