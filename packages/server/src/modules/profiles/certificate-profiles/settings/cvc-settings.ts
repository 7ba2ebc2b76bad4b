/** Profile settings for card verifiable certificates, as administrators write them, and the rules parsed from them. */
import { PkiError, rightsNamed, rightsOf, type TerminalType } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { choice, type ReportProblem } from '../../../configuration/index.ts';

const rights = (type: TerminalType, title: string, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    title,
    description,
    maxItems: 64,
    uniqueItems: true,
    default: [...rightsOf(type).rights.values()],
  });

/** Members of a certificate profile for card verifiable certificates (BSI TR-03110 part 3 C.4). */
export const cvcProfileMembers = {
  cvcTerminalType: choice(
    { IS: 'Inspection System', AT: 'Authentication Terminal', ST: 'Signature Terminal' },
    { title: 'CVC Terminal Type', description: 'What kind of terminal a certificate is for.', default: 'IS' },
  ),
  cvcAccessRights: choice(
    { NONE: 'None', DG3: 'DG3', DG4: 'DG4', DG3_DG4: 'DG3 and DG4' },
    {
      title: 'CVC Access Rights (Inspection System)',
      description: 'The data groups that an inspection system may read: DG3 (fingerprints), DG4 (iris).',
      default: 'DG3_DG4',
    },
  ),
  cvcAuthenticationTerminalRights: rights(
    'AT',
    'CVC Access Rights (Authentication Terminal)',
    'What an authentication terminal may do, such as `READ_DG4` or `AGE_VERIFICATION`.',
  ),
  cvcSignatureTerminalRights: rights(
    'ST',
    'CVC Access Rights (Signature Terminal)',
    'What a signature terminal may do.',
  ),
  cvcSignatureTerminalVerifier: choice(
    { ACCREDITATION_BODY: 'Accreditation Body', CERTIFICATION_SERVICE_PROVIDER: 'Certification Service Provider' },
    {
      title: 'CVC Document Verifier (Signature Terminal)',
      description: 'What a document verifier of signature terminals is, which is neither domestic nor foreign.',
      default: 'CERTIFICATION_SERVICE_PROVIDER',
    },
  ),
};

/** Rules of a profile for card verifiable certificates. */
export interface CvCertificateRules {
  readonly terminalType: TerminalType;
  /** Rights as in a holder authorization template. */
  readonly rights: bigint;
  /** Role of a document verifier of signature terminals. */
  readonly signatureTerminalVerifier: 'DV_D' | 'DV_F';
}

const members = Type.Object(cvcProfileMembers);
type Settings = Static<typeof members>;

/** Reads {@link cvcProfileMembers}, and reports unknown rights. */
export function cvCertificateRules(settings: Settings, report: ReportProblem): CvCertificateRules {
  const { cvcTerminalType: terminalType, cvcSignatureTerminalVerifier: verifier } = settings;
  const byType = {
    IS: rightsNamed('IS', INSPECTION_SYSTEM_RIGHTS[settings.cvcAccessRights]),
    AT: bitsOf('AT', 'cvcAuthenticationTerminalRights', settings.cvcAuthenticationTerminalRights, report),
    ST: bitsOf('ST', 'cvcSignatureTerminalRights', settings.cvcSignatureTerminalRights, report),
  };
  return {
    terminalType,
    rights: byType[terminalType],
    signatureTerminalVerifier: verifier === 'ACCREDITATION_BODY' ? 'DV_D' : 'DV_F',
  };
}

/** Defaults for older profiles, under which nothing was issued. */
export const CVC_SETTINGS_OF_BEFORE = {
  cvcTerminalType: 'IS',
  cvcAccessRights: 'DG3_DG4',
  cvcAuthenticationTerminalRights: [...rightsOf('AT').rights.values()],
  cvcSignatureTerminalRights: [...rightsOf('ST').rights.values()],
  cvcSignatureTerminalVerifier: 'CERTIFICATION_SERVICE_PROVIDER',
};

function bitsOf(type: TerminalType, field: string, names: readonly string[], report: ReportProblem): bigint {
  try {
    return rightsNamed(type, names);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report(field, `cannot be: ${error.message}`);
    return 0n;
  }
}

const INSPECTION_SYSTEM_RIGHTS = {
  NONE: [],
  DG3: ['READ_DG3'],
  DG4: ['READ_DG4'],
  DG3_DG4: ['READ_DG3', 'READ_DG4'],
} as const;
