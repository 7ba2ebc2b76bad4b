/** Enrollment of an end entity that gets its key from here, in a keystore under its password. */
import { Certificate, type DistinguishedName } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import { type Authorities, getById, type IssuedCertificate } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { KeepKey, KeptKeyPlan, RecoverableKeys } from '../../key-recovery/index.ts';
import {
  type AuthenticatedEndEntity,
  type AuthenticateEndEntity,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStore,
  isKeyRecoverable,
} from '../end-entities/index.ts';
import { EndEntityNotFoundError } from '../errors.ts';
import {
  GeneratedKey,
  keystoreAlias,
  type KeystoreContents,
  type KeystoreFormat,
  keystoreFormatOf,
  type KeyPairSource,
  readRequestedKey,
  type RequestedKey,
  writeKeystore,
} from '../server-keys/index.ts';
import { rightsToFinalize } from './checks/authorize-enrollment.ts';
import { checkX509Enrollment, type CheckX509EnrollmentDeps } from './checks/check-x509-enrollment.ts';
import type { CheckedEnrollment } from './checked-enrollment.ts';
import { requireGeneratedKeyAllowed } from './checks/generated-key-allowed.ts';
import type { CollectKeptKey } from './collect-kept-key.ts';
import type { CollectedKey, CommitEnrollment, IssuedEnrollment } from './commit-enrollment.ts';
import { OpenedKey } from './opened-key.ts';
import { afterEnrollment, namesOf, orderOf, requireEnrollableNow } from './enrollment-of-end-entity.ts';
import type { X509Enrollment } from './x509-enrollment.ts';

/** A request for a keystore. */
export interface KeystoreEnrollment {
  readonly username: string;
  /** The password of the end entity, which protects the keystore as well. */
  readonly password: string;
  readonly key: RequestedKey;
}

/** The keystore, with the certificate and the chain that are in it. */
export interface EnrolledKeystore {
  readonly certificate: Pick<IssuedCertificate, 'der' | 'serialNumber'>;
  readonly chain: readonly Uint8Array[];
  readonly keystore: Uint8Array;
  readonly format: KeystoreFormat;
}

export interface EnrollKeystoreDeps extends CheckX509EnrollmentDeps {
  readonly access: AccessControl;
  readonly authentication: AuthenticateEndEntity;
  readonly authorities: Authorities;
  readonly collectKeptKey: CollectKeptKey;
  readonly configuration: Configuration;
  readonly endEntities: EndEntityStore;
  readonly keepKey: KeepKey;
  readonly keyPairs: KeyPairSource;
  readonly recoverableKeys: RecoverableKeys;
  readonly steps: X509Enrollment;
  readonly commit: CommitEnrollment;
  readonly clock: Clock;
  readonly random: Random;
}

export class EnrollKeystore {
  readonly #deps: EnrollKeystoreDeps;

  constructor(deps: EnrollKeystoreDeps) {
    this.#deps = deps;
  }

  /**
   * Generates a key for an end entity that exists, and issues its certificate. The checks stand in the order of their answers. One in
   * KEYRECOVERY gets the key that is marked for it instead, whatever key is asked for.
   *
   * The private key is in memory only, in the keystore and, where it is kept, encrypted with the certificate: its octets are overwritten at the end.
   *
   * @throws {@link EndEntityNotFoundError} also for one that the caller may not see
   * @throws `ra.unsupported_key_algorithm`, `ra.unsupported_key_specification`, `ra.unsupported_token_type`, `ra.not_authenticated`,
   *   `ra.key_generation_forbidden`, and what enrollment refuses
   */
  async enroll(
    administrator: Administrator,
    { username, password, key: requested }: KeystoreEnrollment,
  ): Promise<EnrolledKeystore> {
    const { access, authentication, commit, endEntities, keyPairs, recoverableKeys } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate);
    const isVisible = (endEntity: EndEntity) => this.#isVisible(administrator, endEntity);
    const found = await endEntities.findByUsername(username);
    if (found === undefined || !(await isVisible(found))) throw new EndEntityNotFoundError(username);
    const plan = readRequestedKey(requested);
    keystoreFormatOf(found.tokenType);
    const login = await authentication.authenticate(administrator, { username, password }, isVisible);
    const key = new GeneratedKey(keyPairs, plan);
    const opened = new OpenedKey(recoverableKeys);
    try {
      return await commit.run(username, async () => {
        const current = await authentication.requireStill(login, await endEntities.findByUsername(username));
        return current.status === END_ENTITY_STATUS.KEYRECOVERY
          ? this.#planCollection(administrator, login, current, { opened, password })
          : this.#plan(administrator, login, current, { key, password });
      });
    } finally {
      key.overwrite();
      opened.overwrite();
    }
  }

  async #plan(
    administrator: Administrator,
    login: AuthenticatedEndEntity,
    endEntity: EndEntity,
    { key, password }: { readonly key: GeneratedKey; readonly password: string },
  ): Promise<IssuedEnrollment<EnrolledKeystore>> {
    const format = keystoreFormatOf(endEntity.tokenType);
    const checked = await this.#check(administrator, login, endEntity, key);
    const issued = await this.#deps.steps.issue(checked);
    const { certificate, chain } = issued.enrolled;
    const kept = await this.#kept(checked, certificate.der, key);
    const { privateKey } = key;
    const { pkcs12Encryption } = checked.endEntityProfile.value;
    const { subject } = checked.requested;
    const contents = { subject, certificate: certificate.der, chain, privateKey, pkcs12Encryption, password };
    const keystore = await this.#write(format, endEntity, contents);
    const { algorithm, specification } = key.plan;
    const generated = { keyAlgorithm: algorithm.name, keySpecification: specification, keystore: format };
    return {
      ...issued,
      kept,
      details: { ...issued.details, ...generated },
      enrolled: { certificate, chain, keystore, format },
    };
  }

  async #planCollection(
    administrator: Administrator,
    login: AuthenticatedEndEntity,
    endEntity: EndEntity,
    { opened, password }: { readonly opened: OpenedKey; readonly password: string },
  ): Promise<IssuedEnrollment<EnrolledKeystore> | CollectedKey<EnrolledKeystore>> {
    const { authentication, collectKeptKey } = this.#deps;
    const format = keystoreFormatOf(endEntity.tokenType);
    const { planned, privateKey, subject, pkcs12Encryption } = await collectKeptKey.plan(
      administrator,
      endEntity,
      opened,
      // The end entity that was checked is the one that has authenticated.
      (existing) => authentication.requireStill(login, existing),
    );
    const { certificate, chain } = planned.enrolled;
    const contents = { subject, certificate: certificate.der, chain, privateKey, pkcs12Encryption, password };
    const keystore = await this.#write(format, endEntity, contents);
    const enrolled = { certificate, chain, keystore, format };
    return 'collected' in planned
      ? { ...planned, collected: { ...planned.collected, keystore: format }, enrolled }
      : { ...planned, details: { ...planned.details, keystore: format }, enrolled };
  }

  #write(
    format: KeystoreFormat,
    { username }: EndEntity,
    { subject, ...contents }: Omit<KeystoreContents, 'alias'> & { readonly subject: DistinguishedName },
  ): Promise<Uint8Array> {
    return writeKeystore(format, { ...contents, alias: keystoreAlias(subject, username) }, this.#deps);
  }

  /** Takes the steps of an enrollment for the names of the end entity. The key is generated once nothing else can be refused. */
  async #check(
    administrator: Administrator,
    login: AuthenticatedEndEntity,
    endEntity: EndEntity,
    key: GeneratedKey,
  ): Promise<CheckedEnrollment> {
    const { authentication, authorities, keepKey, steps } = this.#deps;
    requireEnrollableNow(endEntity);
    const names = namesOf(endEntity);
    const order = await orderOf(endEntity, (await getById(authorities, endEntity.caId)).name, this.#deps);
    const checked = await steps.check(
      administrator,
      order,
      async (placed) => {
        requireGeneratedKeyAllowed(placed.certificateProfile, key.plan);
        await checkX509Enrollment(this.#deps, placed, names);
        if (isKept(endEntity, placed)) await keepKey.requirePossible(placed.authority);
        return { ...names, publicKey: await key.generate(), extensions: [] };
      },
      rightsToFinalize,
    );
    // The end entity that was checked is the one that has authenticated.
    await authentication.requireStill(login, checked.existing);
    return afterEnrollment(checked, checked.existing!);
  }

  /** Plans that the key is kept with its certificate, where the end entity and its profile want that. */
  async #kept(checked: CheckedEnrollment, der: Uint8Array, key: GeneratedKey): Promise<KeptKeyPlan> {
    const { administrator, authority, endEntity } = checked;
    if (!isKept(endEntity, checked)) return { writes: [], entries: [] };
    const certificate = Certificate.parse(der);
    const { privateKey } = key;
    return this.#deps.keepKey.plan({ authority, certificate, endEntity, privateKey, actor: actorOf(administrator) });
  }

  /** Tells whether the caller may know of the end entity. */
  #isVisible(administrator: Administrator, { caId, endEntityProfileId }: EndEntity): Promise<boolean> {
    const profile = Resource.endEntityProfile(endEntityProfileId, 'view_end_entity');
    return this.#deps.access.isAuthorized(administrator, Resource.ca(caId), Resource.ra.viewEndEntity, profile);
  }
}

function isKept(endEntity: EndEntity, { endEntityProfile }: Pick<CheckedEnrollment, 'endEntityProfile'>): boolean {
  return isKeyRecoverable(endEntity) && endEntityProfile.value.keyRecovery.used;
}
