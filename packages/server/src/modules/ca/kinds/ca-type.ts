/** Document type of CA settings. The members are defined in files by topic and put together here. */
import { DistinguishedName, PkiError } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type ApprovalAction, approvalsMember, approvalSettings } from '../../approvals/index.ts';
import { choice, defineDocumentType, type ReportProblem } from '../../configuration/index.ts';
import {
  CAA_SETTINGS_OF_BEFORE,
  caaMembers,
  caaSettings,
  CRL_SETTINGS_OF_VERSION_1,
  crlSettingsMembers,
  fittingCrlTimes,
  issuingMembers,
  issuingSettings,
  keyMembers,
  keySettings,
  locationMembers,
  locationSettings,
  OCSP_SETTINGS_OF_BEFORE,
  ocspMembers,
  ocspSettings,
  ownCertificateMembers,
  ownCertificateSettings,
  parseCrlSettings,
  publisherMembers,
  subjectOf,
} from '../settings/index.ts';
import { caAdministration } from './ca-administration.ts';
import type { CaSettings } from './certificate-authority.ts';
import { cvcNameSettings } from './cvc-settings.ts';
import { javaHashCode } from './java-hash-code.ts';

const CA_KINDS = { X509: 'X.509', CVC: 'CVC', SSH: 'SSHCA' } as const;

const schema = Type.Object(
  {
    caType: choice(CA_KINDS, { description: 'The kind of CA. It cannot be changed later.', default: 'X509' }),
    description: Type.String({ description: 'Free text for administrators.', maxLength: 1024, default: '' }),
    ...ownCertificateMembers,
    ...keyMembers,
    ...crlSettingsMembers,
    ...issuingMembers,
    ...locationMembers,
    ...caaMembers,
    ...ocspMembers,
    ...publisherMembers,
    approvals: approvalsMember,
  },
  { additionalProperties: false },
);

/** Document type `CA`. Its hooks are in `ca-document-hooks.ts`. */
export const caType = defineDocumentType({
  token: 'CA',
  title: 'certification authority',
  dump: { directory: 'certification-authorities', objectType: 'Certification Authority', version: 2, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'derived', of: publicIdOf },
  schemaVersion: 14,
  upgrade: (settings) => ({
    ...ADDED_TO_VERSION_1,
    ...settings,
    ...fittingCrlTimes({ ...ADDED_TO_VERSION_1, ...settings }),
  }),
  schema,
  parse: parseSettings,
  administration: caAdministration,
});

function parseSettings(settings: Static<typeof schema>, report: ReportProblem): CaSettings {
  const common = {
    subject: subjectOf(settings.subjectDn, report),
    description: settings.description,
    certificate: ownCertificateSettings(settings, report),
    ...keySettings(settings, report),
    ...issuingSettings(settings),
    recordBeforeSigning: settings.recordBeforeSigning,
    publisherIds: [...new Set(settings.crlPublishers)],
    approvals: approvalSettings(settings.approvals, WAITING_ACTS[settings.caType], report),
  };
  if (common.cryptoTokenId === undefined && common.certificate.signedBy !== 'External CA') {
    report('cryptoToken', `is 'None', which is right only for a CA that is signed by 'External CA'`);
  }
  if (settings.caType === 'SSH' && settings.crlPublishers.length > 0)
    report('crlPublishers', 'has publishers, and an SSH CA has no certificate; an empty list is right');
  if (settings.caType !== 'X509' && common.escrowKeyAlias !== undefined)
    report('keyEncryptKey', `is set, which is for CAs of X.509 alone; leave it empty`);
  if (settings.caType === 'CVC') return { kind: 'CVC', ...common, ...cvcNameSettings(common, report) };
  if (settings.caType === 'SSH') {
    if (common.certificate.signedBy !== 'Self Signed') report('signedBy', 'is not Self Signed; nobody signs an SSH CA');
    return { kind: 'SSH', ...common };
  }
  const crl = parseCrlSettings(settings, report);
  return {
    kind: 'X509',
    ...common,
    crl,
    ...locationSettings(settings, report),
    caa: caaSettings(settings, report),
    ocsp: ocspSettings(settings, { baselineRequirements: crl.baselineRequirements }, report),
  };
}

/** Acts that can wait for approval, by kind of CA. SSH enrollments have no answer that could say so, and CVC CAs have no end entities. */
const WAITING_ACTS: Readonly<Record<keyof typeof CA_KINDS, readonly ApprovalAction[]>> = {
  X509: ['addEditEndEntity', 'keyRecovery', 'revocation', 'caActivation'],
  CVC: ['addEditEndEntity', 'revocation', 'caActivation'],
  SSH: ['revocation', 'caActivation'],
};

/** Returns the public id of a CA: the hash of its subject. */
function publicIdOf(settings: unknown): number {
  const { subjectDn } = (settings ?? {}) as { readonly subjectDn?: unknown };
  if (typeof subjectDn !== 'string') return 0;
  try {
    return javaHashCode(DistinguishedName.parse(subjectDn).toString());
  } catch (error) {
    if (error instanceof PkiError) return 0;
    throw error;
  }
}

/** Settings that version 1 lacks, with the values that were in effect then. */
const ADDED_TO_VERSION_1: JsonObject = {
  ...CRL_SETTINGS_OF_VERSION_1,
  subjectAlternativeName: '',
  certificatePolicies: [],
  nameConstraintsPermitted: [],
  nameConstraintsExcluded: [],
  ownCrlDistributionPoints: [],
  ownFreshestCrlUris: [],
  ownCaIssuerUris: [],
  signKeySpec: '',
  alternativeSignatureAlgorithm: '',
  alternativeCertSignKey: 'alternativeSignKey',
  alternativeSignKeySpec: '',
  keyEncryptKey: '',
  keySequence: '00000',
  keySequenceFormat: 'NUMERIC',
  approvals: {},
  crlPublishers: [],
  reserveNamesOfRoles: false,
  ...CAA_SETTINGS_OF_BEFORE,
  ...OCSP_SETTINGS_OF_BEFORE,
};
