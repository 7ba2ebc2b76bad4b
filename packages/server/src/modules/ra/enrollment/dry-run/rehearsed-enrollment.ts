/** An enrollment that went as far as it goes without a key and without a trace. */
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
  /** The octets that the CA would sign. */
  readonly tbs: Uint8Array;
  readonly fields: readonly CertificateField[];
  readonly findings: readonly FindingOfLint[];
  /** Errors that would refuse it now that it is there. */
  readonly refusals: readonly AppError[];
}

/** An enrollment with the certificate that it would issue: `IssuedEnrollment` of a dry run. */
export interface RehearsedEnrollment extends EnrollmentInPlace<
  unknown,
  Pick<CertificateAuthority, 'id' | 'name' | 'settings'>
> {
  /** As it would be. */
  readonly endEntity: EndEntity;
  readonly certificate: CertificateToBe;
  /** SHA-256 of the key that one end entity has at most; undefined while it is not made yet. */
  readonly publicKeySha256: Uint8Array | undefined;
  /** The subject that one end entity has at most. */
  readonly claimedSubject: DistinguishedName;
  /** For the audit record. */
  readonly details: JsonObject;
  /** Lines on what CAA records say; undefined where nobody asks for it. */
  readonly caa?: CaaReport | undefined;
  /** True when others would have to approve it first. */
  readonly approvalRequired?: boolean;
}
