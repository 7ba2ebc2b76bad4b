/** Collection of a kept key that is marked: its end entity gets it once, with its certificate or with a new one. */
import { Certificate, type DistinguishedName, type Pkcs12Encryption } from '@sealwright/pki';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../../access/index.ts';
import {
  type Authorities,
  type CertificateStore,
  getById,
  type IssuedCertificate,
  issuingCertificate,
  type KnownIssuers,
  requireX509,
} from '../../../ca/index.ts';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import { type KeptKey, type KeptKeyStore, KeyNotAvailableError } from '../../../key-recovery/index.ts';
import { endEntityProfileType } from '../../../profiles/index.ts';
import { changeStatus, END_ENTITY_STATUS, type EndEntity, withoutUselessPassword } from '../../end-entities/index.ts';
import { authorizeEnrollment, rightsToFinalize } from '../checks/authorize-enrollment.ts';
import { withEndEntity } from '../checked-enrollment.ts';
import { requireWantedKey } from '../checks/wanted-kept-key.ts';
import type { CollectedKey, IssuedEnrollment } from '../steps/commit-enrollment.ts';
import { afterEnrollment, namesOf, orderOf, requireEnrollableNow } from '../enrollment-of-end-entity.ts';
import type { OpenedKey } from './opened-key.ts';
import type { X509Enrollment } from '../x509-enrollment.ts';

/** The key with its certificate, and the planned change of the end entity. */
export interface Collection {
  readonly planned: IssuedEnrollment<CertificateInKeystore> | CollectedKey<CertificateInKeystore>;
  /** DER PKCS #8; overwritten with the {@link OpenedKey}. */
  readonly privateKey: Uint8Array;
  readonly subject: DistinguishedName;
  readonly pkcs12Encryption: Pkcs12Encryption;
}

/** A certificate with its chain: the issuing CA first, the root last. */
export interface CertificateInKeystore {
  readonly certificate: Pick<IssuedCertificate, 'der' | 'serialNumber'>;
  readonly chain: readonly Uint8Array[];
}

export interface CollectKeptKeyDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authorities: Authorities;
  readonly certificates: Pick<CertificateStore, 'findCertificate'>;
  readonly issuers: Pick<KnownIssuers, 'of'>;
  readonly keptKeys: Pick<KeptKeyStore, 'findMarked'>;
  readonly steps: X509Enrollment;
}

export class CollectKeptKey extends WithDeps<CollectKeptKeyDeps> {
  /**
   * Opens the key marked for an end entity after all other checks, and plans that the end entity becomes GENERATED, which removes the mark at commit.
   * The old certificate is returned unchanged even if it is expired or revoked, since the key serves to read data encrypted for it.
   *
   * @param wanted - the requested key specification
   * @param requireStill - refuses an end entity that is not the authenticated one
   * @throws {@link KeyNotAvailableError}, `ra.kept_key_differs`, `key_recovery.damaged`, `key_recovery.escrow_key_missing`, AccessDeniedError, and
   *   the errors of enrollment
   */
  async plan(
    administrator: Administrator,
    endEntity: EndEntity,
    { opened, wanted }: { readonly opened: OpenedKey; readonly wanted: KeyPlan },
    requireStill: (existing: EndEntity | undefined) => Promise<EndEntity>,
  ): Promise<Collection> {
    const { access, configuration } = this.deps;
    const { epoch } = configuration;
    const endEntityProfile = await configuration.getById(endEntityProfileType, endEntity.endEntityProfileId);
    const ca = await getById(this.deps.authorities, endEntity.caId);
    const target = { existing: endEntity, endEntityProfile, ca };
    await authorizeEnrollment(access, administrator, target, rightsToFinalize);
    const { key, certificate } = await this.#marked(endEntity);
    await access.authorize(administrator, Resource.ca(key.caId));
    requireWantedKey(wanted, certificate.publicKey);
    const { keyRecovery, pkcs12Encryption, renewDaysBeforeExpiration } = endEntityProfile.value;
    const renewable = renewDaysBeforeExpiration !== undefined;
    const open = () => opened.open(key, { actor: actorOf(administrator), username: endEntity.username });
    if (!keyRecovery.reuseCertificate) {
      requireEnrollableNow(endEntity);
      const order = await orderOf(endEntity, ca.name, this.deps);
      const requested = { ...namesOf(endEntity), publicKey: certificate.publicKey, extensions: [] };
      const checked = await this.deps.steps.check(
        administrator,
        order,
        () => Promise.resolve(requested),
        rightsToFinalize,
      );
      const after = afterEnrollment(checked, await requireStill(checked.existing));
      const finished = { ...after.endEntity, status: END_ENTITY_STATUS.GENERATED };
      const privateKey = await open();
      const left = withEndEntity(after, { endEntity: withoutUselessPassword(finished, renewable) });
      const issued = await this.deps.steps.issue(left);
      const details = { ...issued.details, recoveredKeyOf: key.serialNumber };
      return { planned: { ...issued, details }, privateKey, subject: requested.subject, pkcs12Encryption };
    }
    const chain = await this.#chainOf(key, certificate);
    const { GENERATED } = END_ENTITY_STATUS;
    const change = changeStatus(endEntity, GENERATED, { nowMs: this.deps.clock.nowMs(), renewable });
    const planned: CollectedKey<CertificateInKeystore> = {
      epoch,
      administrator,
      existing: endEntity,
      endEntity: change.endEntity,
      collected: { status: 'GENERATED', recoveredKeyOf: key.serialNumber },
      enrolled: { certificate, chain },
    };
    return { planned, privateKey: await open(), subject: certificate.subject, pkcs12Encryption };
  }

  async #marked({ id, username }: EndEntity): Promise<{ readonly key: KeptKey; readonly certificate: Certificate }> {
    const { certificates, keptKeys } = this.deps;
    const key = await keptKeys.findMarked(id);
    const record = key && (await certificates.findCertificate(key.caId, key.serialNumber));
    const certificate = record && Certificate.parse(record.der);
    const isOwn = record?.endEntityId === id && key?.endEntityId === id;
    if (!isOwn || certificate?.publicKey.sha256Fingerprint !== key.publicKeySha256.toHex())
      throw new KeyNotAvailableError(
        `No kept key is marked for '${username}'. Have one recovered, or set its status to NEW for a new key.`,
      );
    return { key, certificate };
  }

  /** Returns the chain of a certificate, which may be older than the present certificate of its CA. */
  async #chainOf({ caId }: KeptKey, certificate: Certificate): Promise<readonly Uint8Array[]> {
    const { authorities, issuers } = this.deps;
    const authority = requireX509(await getById(authorities, caId));
    const [present, ...above] = authority.chain;
    const issuer = (await issuingCertificate(authority, certificate, issuers)) ?? present;
    return [...(issuer === undefined ? [] : [issuer]), ...above].map(({ der }) => der);
  }
}
