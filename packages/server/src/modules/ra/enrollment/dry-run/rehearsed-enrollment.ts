/** An enrollment taken as far as possible without using a key and without storing anything. */
import type { CertificateField, DistinguishedName } from '@sealwright/pki';
import type { JsonObject } from '../../../../kernel/canonical-json.ts';
import type { AppError } from '../../../../kernel/errors.ts';
import type { CertificateAuthority, FindingOfLint } from '../../../ca/index.ts';
import type { CaaReport } from '../../caa/index.ts';
import type { EndEntity } from '../../end-entities/index.ts';
import type { EnrollmentInPlace } from '../steps/draft-end-entity.ts';

/** A certificate as it would be signed. */
export interface CertificateToBe {
  readonly format: 'SSH' | 'X.509';
  /** To-be-signed octets. */
  readonly tbs: Uint8Array;
  readonly fields: readonly CertificateField[];
  readonly findings: readonly FindingOfLint[];
  /** Errors found while building it. */
  readonly refusals: readonly AppError[];
}

/** An enrollment with the certificate that it would issue: the counterpart of `IssuedEnrollment` in a dry run. */
export interface RehearsedEnrollment extends EnrollmentInPlace<
  unknown,
  Pick<CertificateAuthority, 'id' | 'name' | 'settings'>
> {
  /** The end entity after the enrollment. */
  readonly endEntity: EndEntity;
  readonly certificate: CertificateToBe;
  /** SHA-256 of the key, which may belong to one end entity only; undefined if it is not generated yet. */
  readonly publicKeySha256: Uint8Array | undefined;
  /** The subject, which may belong to one end entity only. */
  readonly claimedSubject: DistinguishedName;
  /** Details for the audit record. */
  readonly details: JsonObject;
  /** CAA findings; undefined if no check is required. */
  readonly caa?: CaaReport | undefined;
  /** True if approval would be required first. */
  readonly approvalRequired?: boolean;
}
