/** Import of keys generated elsewhere, with the certificates that a CA of this installation has issued for them. */
import { type Certificate, compareBytes, subjectAltName } from '@sealwright/pki';
import { AppError } from '../../../kernel/errors.ts';
import { ConflictError, type Plan, planAndCommit, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import {
  AccessDeniedError,
  actorOf,
  type Administrator,
  NamedResource,
  Resource,
  type UseCaseDeps,
} from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  type Authorities,
  type CertificateStore,
  getAccessible,
  importedCertificate,
  issuingCertificate,
  type KnownIssuers,
  neededApproval,
} from '../../ca/index.ts';
import type { KeepKey } from '../../key-recovery/index.ts';
import {
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityPasswords,
  isKeyRecoverable,
  type EndEntityStore,
  NO_PASSWORD,
  TOKEN_TYPE,
  type TokenType,
  withKeyRecoverable,
} from '../end-entities/index.ts';
import {
  type CheckedEnrollment,
  claimRefusal,
  claims,
  endEntityWrite,
  type EnrollmentOrder,
  type EnrollmentRights,
  ORDER_DEFAULTS,
  requireUsername,
  type X509Enrollment,
} from '../enrollment/index.ts';
import { KeyImportError, type KeyImportReason, KeyImportRefusedByProfileError } from '../errors/index.ts';
import { type ImportableKey, readKeystore } from './keystore-to-import.ts';

/** Keystores to import, and the documents for their end entities. */
export interface KeyImport {
  readonly issuerDn: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly keystores: readonly KeystoreToImport[];
}

/** A keystore for one end entity. */
export interface KeystoreToImport {
  readonly username: string;
  readonly keystore: Uint8Array;
  readonly password: string;
}

/** A keystore whose key was not imported. */
export interface KeyImportFailure {
  readonly username: string;
  readonly reason: KeyImportReason;
}

export interface ImportKeystoresDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clock' | 'ids'
> {
  readonly authorities: Authorities;
  readonly certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findCertificate'>;
  readonly endEntities: EndEntityStore;
  readonly issuers: Pick<KnownIssuers, 'of'>;
  readonly keepKey: KeepKey;
  readonly passwords: EndEntityPasswords;
  readonly steps: X509Enrollment;
}

export class ImportKeystores extends WithDeps<ImportKeystoresDeps> {
  /**
   * Imports the keys one after the other, each in a unit of its own.
   *
   * @returns those that failed
   * @throws {CaNotFoundError}, `document.not_found`, {AccessDeniedError}, {NoEscrowKeyError} and others if the import as a whole is refused
   */
  async import(administrator: Administrator, request: KeyImport): Promise<readonly KeyImportFailure[]> {
    const order = await this.#order(administrator, request);
    const failures: KeyImportFailure[] = [];
    for (const each of request.keystores) {
      const reason = await this.#importOne(administrator, order, each);
      if (reason !== undefined) failures.push({ username: each.username, reason });
    }
    return failures;
  }

  /** Checks the requirements common to all keystores. */
  async #order(administrator: Administrator, request: KeyImport): Promise<Omit<EnrollmentOrder, 'username'>> {
    const { keepKey, steps } = this.deps;
    const { issuerDn, certificateProfileName, endEntityProfileName } = request;
    const { name } = await getAccessible(administrator, Resource.ra.keyRecovery, { subject: issuerDn }, this.deps);
    const order = { ...ORDER_DEFAULTS, certificateAuthorityName: name, certificateProfileName, endEntityProfileName };
    const { authority, endEntityProfile } = await steps.place(
      administrator,
      { ...order, username: '' },
      rightsToImport,
    );
    if (!endEntityProfile.value.keyRecovery.used) throw new KeyImportRefusedByProfileError(endEntityProfileName);
    await keepKey.requirePossible(authority);
    return order;
  }

  async #importOne(
    administrator: Administrator,
    order: Omit<EnrollmentOrder, 'username'>,
    { username, keystore, password }: KeystoreToImport,
  ): Promise<KeyImportReason | undefined> {
    const entry = { event: 'KEYRECOVERY_ADDDATA', actor: actorOf(administrator), username } as const;
    let opened: ImportableKey | undefined;
    try {
      return await this.deps.audit.recordingRefusal(entry, async () => {
        requireUsername(username);
        const key = await readKeystore(keystore, password);
        opened = key;
        await planAndCommit(() => this.#plan(administrator, { ...order, username, password }, key), this.deps.store);
        return undefined;
      });
    } catch (error) {
      return reasonOf(error, username);
    } finally {
      opened?.privateKey.fill(0);
    }
  }

  async #plan(
    administrator: Administrator,
    order: EnrollmentOrder,
    { certificate, privateKey, tokenType }: ImportableKey,
  ): Promise<Plan<undefined>> {
    const { audit, keepKey } = this.deps;
    const checked = await this.#checked(administrator, order, certificate, tokenType);
    const { authority, existing, epoch } = checked;
    const endEntity = await this.#endEntity(checked, order, tokenType);
    const actor = actorOf(administrator);
    const stored = await this.#certificateWrites(checked, endEntity, certificate);
    const kept = await keepKey.plan({ authority, certificate, endEntity, privateKey, actor });
    const [first, ...others] = kept.entries;
    if (first === undefined) throw new KeyImportError('SIGNING_ONLY_KEY');
    const about = { outcome: 'SUCCESS', actor, caId: authority.id, username: endEntity.username } as const;
    const entries: AuditEntry[] = [...others];
    const changes = existing === endEntity ? [] : [endEntityWrite(endEntity, existing)];
    if (changes.length > 0) await this.#requireNoApproval(checked);
    if (changes.length > 0)
      entries.push({ ...about, event: existing === undefined ? 'RA_ADDENDENTITY' : 'RA_EDITENDENTITY' });
    if (stored.length > 0) entries.push({ ...about, event: 'CERT_STORED', serial: certificate.serialNumber });
    return {
      unit: audit.unit([...changes, ...stored, ...kept.writes], [first, ...entries], epoch),
      result: undefined,
    };
  }

  /** Takes the steps of an enrollment with the names and the key of the certificate. */
  async #checked(
    administrator: Administrator,
    order: EnrollmentOrder,
    certificate: Certificate,
    keystoreType: TokenType,
  ): Promise<CheckedEnrollment> {
    const { subject, publicKey } = certificate;
    const found = await this.deps.endEntities.findByUsername(order.username);
    const alternativeNames = certificate.extension(subjectAltName) ?? [];
    const requested = { subject, publicKey, alternativeNames, extensions: [] };
    const checked = await this.deps.steps.check(
      administrator,
      { ...order, tokenType: tokenTypeWith(found, keystoreType) },
      () => Promise.resolve(requested),
      rightsToImport,
    );
    const { authority, endEntityProfile, existing } = checked;
    if (existing === undefined) return checked;
    const isSame =
      existing.caId === authority.id &&
      existing.endEntityProfileId === endEntityProfile.id &&
      existing.subjectDn === subject.toString();
    if (!isSame) throw new KeyImportError('OTHER_END_ENTITY');
    return checked;
  }

  /**
   * Refuses an end entity that requires approval: the key would have to be stored with the approval request, and requests contain no secrets.
   *
   * @throws {@link KeyImportError}
   */
  async #requireNoApproval({ authority, certificateProfile, existing }: CheckedEnrollment): Promise<void> {
    for (const profileId of new Set([certificateProfile.id, existing?.certificateProfileId ?? certificateProfile.id])) {
      const needed = await neededApproval('addEditEndEntity', authority, profileId, this.deps.configuration);
      if (needed !== undefined) throw new KeyImportError('APPROVAL_REQUIRED');
    }
  }

  /**
   * Returns the end entity after the import. A new one already has its certificate, and can collect its key later with the password of the keystore.
   * An existing one only becomes key recoverable.
   */
  async #endEntity(
    { endEntity: drafted, existing }: CheckedEnrollment,
    { password = '' }: EnrollmentOrder,
    tokenType: EndEntity['tokenType'],
  ): Promise<EndEntity> {
    if (existing !== undefined && isKeyRecoverable(existing)) return existing;
    const base = existing ?? { ...drafted, ...NO_PASSWORD, status: END_ENTITY_STATUS.GENERATED };
    const { id, kind, version, modifiedMs } = drafted;
    const hasPassword = base.passwordVerifier !== undefined;
    return {
      ...base,
      ...(hasPassword ? {} : await this.deps.passwords.keep(id, password, { inClear: false })),
      tokenType: tokenTypeWith(existing, tokenType),
      kind: withKeyRecoverable(kind, true),
      modifiedMs,
      version,
    };
  }

  async #certificateWrites(
    { authority, certificateProfile, endEntityProfile }: CheckedEnrollment,
    { id: endEntityId, username }: EndEntity,
    certificate: Certificate,
  ): Promise<readonly Write[]> {
    const { certificates, issuers } = this.deps;
    const issuer = await issuingCertificate(authority, certificate, issuers);
    if (issuer === undefined) throw new KeyImportError('OTHER_ISSUER');
    const known = await certificates.findCertificate(authority.id, certificate.serialNumber);
    if (known !== undefined) {
      if (known.endEntityId === endEntityId && compareBytes(known.der, certificate.der) === 0) return [];
      throw new KeyImportError('OTHER_CERTIFICATE');
    }
    // If it were revoked, none of the partitions' CRLs would list it.
    if (authority.settings.crl.partitions !== undefined) throw new KeyImportError('UNKNOWN_CRL_PARTITION');
    const owner = {
      endEntityId,
      username,
      certificateProfileId: certificateProfile.id,
      endEntityProfileId: endEntityProfile.id,
    };
    const write = importedCertificate(certificate, owner, { issuer, caId: authority.id }, this.deps);
    return [...claims(authority, write.certificate, endEntityId), write];
  }
}

/** Returns the token type of the end entity with the key; an existing keystore type stays. */
function tokenTypeWith(existing: EndEntity | undefined, keystoreType: TokenType): TokenType {
  if (existing === undefined) return keystoreType;
  const stays = isKeyRecoverable(existing) || existing.tokenType !== TOKEN_TYPE.USERGENERATED;
  return stays ? existing.tokenType : keystoreType;
}

/** Rights to import a key. For an existing end entity without these rights, the result is as if it belonged to somebody else. */
const rightsToImport: EnrollmentRights = ({ existing, endEntityProfile, ca }) => [
  Resource.ra.keyRecovery,
  existing === undefined ? Resource.ra.createEndEntity : Resource.ra.editEndEntity,
  NamedResource.endEntityProfile(endEntityProfile, 'keyrecovery'),
  NamedResource.endEntityProfile(endEntityProfile, existing === undefined ? 'create_end_entity' : 'edit_end_entity'),
  NamedResource.ca(ca),
];

/** Returns the reason of a failed import for the caller, and rethrows errors that are not refusals. */
function reasonOf(error: unknown, username: string): KeyImportReason {
  const refusal = claimRefusal(error, { username, subjectDn: '' }) ?? error;
  if (!(refusal instanceof AppError)) throw error;
  if (refusal instanceof KeyImportError) return refusal.reason;
  if (refusal instanceof ConflictError && refusal.op === 'kept-key.insert') return 'ALREADY_KEPT';
  if (refusal instanceof AccessDeniedError) return 'OTHER_END_ENTITY';
  return refusal.kind === 'refused-by-policy' || refusal.kind === 'malformed' ? 'PROFILE_VIOLATION' : 'GENERAL_ERROR';
}
