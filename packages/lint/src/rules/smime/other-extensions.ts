/** Rules on extensions that have one or two rules each. */
import { subjectKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { qcStatements } from '../../certificate/extensions/qc-statements.ts';
import { smimeCapabilities } from '../../certificate/extensions/smime-capabilities.ts';
import { subjectDirectoryAttributes } from '../../certificate/extensions/subject-directory-attributes.ts';
import { signsOcspResponses } from '../../certificate/roles.ts';
import { isOfGeneration, isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkAbsent, checkNotCritical, checkPresent } from '../checks/extensions.ts';
import { checkNoCheck } from '../checks/ocsp-responder.ts';

export const OTHER_EXTENSION_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'smime/adobe-extensions-absent',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.m',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict'),
    check: (certificate) =>
      ADOBE.filter((oid) => certificate.extension({ oid }) !== undefined).map(
        (oid) => `there is Adobe's extension ${oid}, which the strict generation must not have`,
      ),
  }),
  certificateRule({
    name: 'smime/adobe-extensions-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.m',
    from: '2023-09-01',
    check: (certificate) =>
      ADOBE.filter((oid) => certificate.extension({ oid })?.critical === true).map(
        (oid) => `Adobe's extension ${oid} is critical`,
      ),
  }),
  certificateRule({
    name: 'smime/ocsp-responder-no-check',
    clause: 'S/MIME Baseline Requirements 4.9.9',
    from: '2023-09-01',
    appliesTo: signsOcspResponses,
    check: checkNoCheck,
  }),
  certificateRule({
    name: 'smime/qc-statements-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.k',
    from: '2023-09-01',
    check: checkNotCritical(qcStatements),
  }),
  certificateRule({
    name: 'smime/smime-capabilities-not-critical',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.i',
    from: '2023-09-01',
    check: checkNotCritical(smimeCapabilities),
  }),
  certificateRule({
    name: 'smime/subject-directory-attributes-absent',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.j',
    from: '2023-09-01',
    appliesTo: isOfGeneration('strict', 'multipurpose'),
    check: checkAbsent(subjectDirectoryAttributes, 'there are subjectDirectoryAttributes'),
  }),
  certificateRule({
    name: 'smime/subject-key-identifier-present',
    clause: 'S/MIME Baseline Requirements 7.1.2.3.n',
    level: 'warning',
    from: '2023-09-01',
    appliesTo: isSmimeSubscriber,
    check: checkPresent(subjectKeyIdentifier),
  }),
];

/** Time-stamp, and ArchiveRevInfo. */
const ADOBE = ['1.2.840.113583.1.1.9.1', '1.2.840.113583.1.1.9.2'];
