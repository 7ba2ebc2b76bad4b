/** Document type of certificate profiles. */
import { LINT_RULES } from '@sealwright/lint';
import {
  curveByName,
  isOid,
  keyAlgorithmByName,
  type Oid,
  oid,
  readable,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  SSH_EXTENSIONS,
  uriOfIri,
} from '@sealwright/pki';
import type { Static } from 'typebox';
import { Resource } from '../../access/index.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type ApprovalAction, approvalSettings } from '../../approvals/index.ts';
import { defineDocumentType, parseDuration, type ReportProblem } from '../../configuration/index.ts';
import { certificateProfileBuiltIns, profileRights } from '../common/index.ts';
import type { CertificateProfile, ExpirationRestriction, ExtensionOverride, UriSource } from './certificate-profile.ts';
import { certificateNameRules } from './certificate-names.ts';
import { certificateProfileSchema } from './settings/certificate-profile-schema.ts';
import { WEEKDAY_NAMES } from './settings/validity-settings.ts';
import { keyPurposeOf } from './settings/certificate-words.ts';
import { constantExtensions, qualifiedRules } from './constant-extensions.ts';
import { CVC_SETTINGS_OF_BEFORE, cvCertificateRules } from './settings/cvc-settings.ts';
import { lifetimeOf } from './lifetime.ts';
import { END_ENTITY_EXTENSIONS_OF_BEFORE, endEntityExtensions } from './settings/end-entity-extension-settings.ts';
import { NAME_RULES_OF_BEFORE } from './settings/name-rules.ts';
import { sshCertificateRules } from './settings/ssh-settings.ts';

type Settings = Static<typeof certificateProfileSchema>;

/** Document type `CERTPROFILE`. Its public ids are shown to clients with the names, and are their `certificate_profile_id`. */
export const certificateProfileType = defineDocumentType({
  token: 'CERTPROFILE',
  title: 'certificate profile',
  dump: { directory: 'certificate-profiles', objectType: 'Certificate Profile', version: 1, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 14,
  upgrade: (settings) => ({
    ...ADDED_IN_2,
    ...CVC_SETTINGS_OF_BEFORE,
    approvals: {},
    baselineRequirements: 'NONE',
    nameConstraintsUsed: false,
    ...EXTENSIONS_OF_BEFORE,
    lintExceptions: [],
    nameRules: { ...NAME_RULES_OF_BEFORE },
    caaCheck: 'NONE',
    publishers: [],
    ...END_ENTITY_EXTENSIONS_OF_BEFORE,
    issuerAlternativeNameUsed: false,
    subjectDnSubset: [],
    subjectAlternativeNameSubset: [],
    cnPostfix: '',
    customDnOrder: [],
    ...settings,
  }),
  schema: certificateProfileSchema,
  parse: parseProfile,
  builtIns: certificateProfileBuiltIns,
  administration: {
    rights: profileRights(
      Resource.caFunctionality.viewCertificateProfiles,
      Resource.caFunctionality.editCertificateProfiles,
    ),
    events: {
      created: 'CERTPROFILE_CREATION',
      changed: 'CERTPROFILE_EDITING',
      renamed: 'CERTPROFILE_RENAMING',
      removed: 'CERTPROFILE_DELETION',
    },
  },
});

function parseProfile(settings: Settings, report: ReportProblem): CertificateProfile {
  const { type } = settings;
  const other = type === 'SSH' || type === 'ITS';
  const isCa = type === 'SUB_CA' || type === 'ROOT_CA';
  if (isCa && !settings.basicConstraintsUsed) {
    report(
      'basicConstraintsUsed',
      'is false; true is right, for the certificate of a CA has basic constraints (RFC 5280 §4.2.1.9)',
    );
  }
  if (isCa && settings.keyUsageUsed && !settings.keyUsage.includes('keyCertSign')) {
    report('keyUsage', 'lacks keyCertSign, without which a CA issues no certificates (RFC 5280 §4.2.1.3); add it');
  }
  if (!isCa && settings.keyUsageUsed && settings.keyUsage.includes('keyCertSign')) {
    report(
      'keyUsage',
      'has keyCertSign, which only the certificate of a CA may have (RFC 5280 §4.2.1.9); leave it out, or set type to SUB_CA',
    );
  }
  if (!isCa && settings.nameConstraintsUsed) {
    report(
      'nameConstraintsUsed',
      'is true, and only the certificate of a CA has name constraints (RFC 5280 §4.2.1.10); false is right',
    );
  }
  if (settings.qcEtsiPsd2Used && !settings.qcStatementUsed)
    report(
      'qcEtsiPsd2Used',
      'is true, and qcStatementUsed is false, without which there are no QC statements; set both',
    );
  if (settings.issuerAlternativeNameUsed && settings.customExtensions.some(({ oid: text }) => text === ISSUER_ALT_NAME))
    report(
      'customExtensions',
      `has ${ISSUER_ALT_NAME}, which issuerAlternativeNameUsed writes as well; leave out one of them`,
    );
  if (type === 'SSH' && settings.publishers.length > 0)
    report('publishers', 'has publishers, and SSH certificates are not published; an empty list is right');
  const qualified = qualifiedRules(settings, report);
  return {
    type: other ? 'END_ENTITY' : type,
    format: other ? type : 'X.509',
    availableCas: idsOrAny(settings.availableCas),
    baselineRequirements: settings.baselineRequirements,
    lintExceptions: lintExceptions(settings, report),
    publisherIds: [...new Set(settings.publishers)],
    accountBindingNamespaces: settings.accountBindingNamespace,
    ...keyRules(settings, report),
    ...validity(settings, report),
    ...overrides(settings, report),
    storage: {
      certificates: settings.useCertificateStorage,
      certificateData: settings.storeCertificateData,
      subjectAlternativeNames: settings.subjectAlternativeNameSearchable,
    },
    names: certificateNameRules(settings, report),
    ldapDnOrder: settings.ldapDnOrder,
    singleActiveCertificate: settings.singleActiveCertificateConstraint,
    ...extensions(settings, report),
    constantExtensions: constantExtensions(settings, qualified, report),
    endEntityExtensions: endEntityExtensions(settings),
    qualified,
    ssh: type === 'SSH' ? sshCertificateRules(settings, report) : undefined,
    cvc: cvCertificateRules(settings, report),
    approvals: approvalSettings(settings.approvals, type === 'SSH' ? WAITING_FOR_SSH : WAITING, report),
  };
}

function lintExceptions(settings: Settings, report: ReportProblem): ReadonlySet<string> {
  for (const rule of settings.lintExceptions) {
    if (!LINT_RULES.has(rule))
      report(
        'lintExceptions',
        `has '${rule}', which is not a lint rule; a name such as rfc5280/email-in-alternative-names is right`,
      );
  }
  return new Set(settings.lintExceptions);
}

function keyRules(settings: Settings, report: ReportProblem) {
  const curves = settings.availableEllipticCurves;
  return {
    keyAlgorithms: known(
      'availableKeyAlgorithms',
      settings.availableKeyAlgorithms,
      { lookUp: keyAlgorithmByName, right: 'RSA, ECDSA or Ed25519' },
      report,
    ),
    keyBits: new Set(settings.availableBitLengths),
    curves: curves.includes(ANY_CURVE)
      ? undefined
      : known(
          'availableEllipticCurves',
          curves,
          { lookUp: curveByName, right: 'P-256, P-384 or ANY_EC_CURVE' },
          report,
        ),
    signatureAlgorithm: signatureAlgorithm(settings, report),
  };
}

/** Resolves names to those that this program uses. Profiles made elsewhere may list unknown algorithms, which are ignored since no such key is accepted. */
function known(
  field: string,
  names: readonly string[],
  { lookUp, right }: { readonly lookUp: (name: string) => { readonly name: string }; readonly right: string },
  report: ReportProblem,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [index, name] of names.entries()) {
    const entry = readable(() => lookUp(name));
    if (entry !== undefined) found.add(entry.name);
    else if (!OTHERS.test(name)) report(`${field}[${index}]`, `is '${name}', which is not known; ${right} is right`);
  }
  return found;
}

function signatureAlgorithm(
  { signatureAlgorithm: name }: Settings,
  report: ReportProblem,
): SignatureAlgorithm | undefined {
  if (name === null || name === INHERIT) return undefined;
  const algorithm = readable(() => signatureAlgorithmByName(name));
  if (algorithm === undefined || algorithm.weak) {
    const why = algorithm === undefined ? 'is not known' : 'is too weak for new signatures';
    report('signatureAlgorithm', `is '${name}', which ${why}; SHA256withECDSA or null (as the CA signs) is right`);
  }
  return algorithm;
}

function validity(settings: Settings, report: ReportProblem) {
  const offset = settings.validityOffsetUsed ? duration('validityOffset', settings.validityOffset, report) : -600;
  return {
    lifetime: lifetimeOf(settings.validity, report),
    backdateSeconds: -offset,
    allowValidityOverride: settings.allowValidityOverride,
    expirationRestriction: expirationRestriction(settings, report),
  };
}

function expirationRestriction(settings: Settings, report: ReportProblem): ExpirationRestriction | undefined {
  if (!settings.expirationRestrictionForWeekdaysUsed) return undefined;
  const weekdays = new Set(settings.expirationRestrictionWeekdays.map((day) => WEEKDAY_NAMES.indexOf(day)));
  if (weekdays.size === 7)
    report('expirationRestrictionWeekdays', 'leaves no day on which a certificate could expire; leave one out');
  return { weekdays, move: settings.expirationRestrictionForWeekdaysBefore ? 'before' : 'after' };
}

function overrides(settings: Settings, report: ReportProblem) {
  return {
    extensionOverride: extensionOverride(settings, report),
    allowKeyUsageOverride: settings.allowKeyUsageOverride,
    allowSubjectOverride: settings.allowSubjectDnOverride,
    allowSubjectOverrideByEndEntity: settings.allowSubjectDnOverrideByEndEntityInformation,
    allowSerialNumberOverride: settings.allowCertificateSerialNumberOverride,
    allowBackdatedRevocation: settings.allowBackdatedRevocation,
  };
}

function extensionOverride(settings: Settings, report: ReportProblem): ExtensionOverride | undefined {
  const only = oids('overridableExtensionOids', settings.overridableExtensionOids, report);
  const never = oids('nonOverridableExtensionOids', settings.nonOverridableExtensionOids, report);
  if (!settings.allowExtensionOverride) return undefined;
  return { only: only.size === 0 ? undefined : only, never };
}

function extensions(settings: Settings, report: ReportProblem) {
  const pathLength = settings.pathLengthConstraintUsed ? settings.pathLengthConstraint : undefined;
  return {
    basicConstraints: settings.basicConstraintsUsed
      ? { critical: settings.basicConstraintsCritical, pathLength }
      : undefined,
    subjectKeyIdentifier: settings.subjectKeyIdentifierUsed,
    authorityKeyIdentifier: settings.authorityKeyIdentifierUsed,
    keyUsage: settings.keyUsageUsed ? { critical: settings.keyUsageCritical, usages: settings.keyUsage } : undefined,
    extendedKeyUsage: settings.extendedKeyUsageUsed
      ? { critical: settings.extendedKeyUsageCritical, purposes: purposes(settings, report) }
      : undefined,
    subjectAltName: settings.subjectAlternativeNameUsed
      ? { critical: settings.subjectAlternativeNameCritical }
      : undefined,
    issuerAltName: settings.issuerAlternativeNameUsed,
    nameRules: settings.nameRules,
    caaCheck: settings.caaCheck,
    nameConstraints: settings.nameConstraintsUsed,
    crlDistributionPoints: settings.crlDistributionPointUsed
      ? { critical: settings.crlDistributionPointCritical, source: crlUris(settings, report) }
      : undefined,
    freshestCrl: settings.freshestCrlUsed ? freshestUris(settings, report) : undefined,
    authorityInfoAccess: settings.authorityInformationAccessUsed ? accessUris(settings, report) : undefined,
    privateKeyUsage: privateKeyUsage(settings, report),
  };
}

function purposes(settings: Settings, report: ReportProblem): readonly Oid[] {
  const found = new Set<Oid>();
  for (const [index, word] of settings.extendedKeyUsage.entries()) {
    const purpose = keyPurposeOf(word);
    if (purpose === undefined) {
      const right = 'serverAuth, Server Authentication or an object identifier is right';
      report(`extendedKeyUsage[${index}]`, `is '${word}', which is not known; ${right}`);
    } else found.add(purpose);
  }
  return [...found];
}

function crlUris(settings: Settings, report: ReportProblem): UriSource {
  if (settings.crlUseCaDefinedSettings) return { from: 'ca' };
  const uris = settings.crlDistributionPointUri.split(';').map((uri) => uri.trim());
  return uriSource('crlDistributionPointUri', uris, report);
}

function freshestUris(settings: Settings, report: ReportProblem): UriSource {
  if (settings.freshestCrlUseCaDefinedSettings) return CA_DEFINED;
  const uris = settings.freshestCrlUri.split(';').map((uri) => uri.trim());
  return uriSource('freshestCrlUri', uris, report);
}

function accessUris(settings: Settings, report: ReportProblem) {
  const { ocspServiceLocatorUrl, ocspIssuerUrls } = settings;
  return {
    ocsp: settings.ocspServiceLocatorUrlIsCaDefined
      ? CA_DEFINED
      : uriSource('ocspServiceLocatorUrl', [ocspServiceLocatorUrl], report),
    caIssuers: settings.ocspIssuerUrlIsCaDefined ? CA_DEFINED : uriSource('ocspIssuerUrls', ocspIssuerUrls, report),
  };
}

function uriSource(field: string, texts: readonly string[], report: ReportProblem): UriSource {
  const uris = texts.filter((text) => text !== '').map((text) => uriOfIri(text) ?? text);
  for (const uri of uris) {
    if (!/^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$/.test(uri)) {
      report(
        field,
        `has '${uri}', which is not an absolute URI (RFC 5280 §4.2.1.6); http://ca.example.com/ca.crl is one`,
      );
    }
  }
  return { from: 'profile', uris };
}

function privateKeyUsage(settings: Settings, report: ReportProblem) {
  const { privateKeyUsagePeriodNotBeforeUsed: startUsed, privateKeyUsagePeriodNotAfterUsed: endUsed } = settings;
  if (!startUsed && !endUsed) return undefined;
  const start = duration('privateKeyUsagePeriodStartOffset', settings.privateKeyUsagePeriodStartOffset, report);
  const length = duration('privateKeyUsagePeriodLength', settings.privateKeyUsagePeriodLength, report);
  if (start < 0) report('privateKeyUsagePeriodStartOffset', 'is before the certificate begins; 0s or more is right');
  if (length <= 0) report('privateKeyUsagePeriodLength', 'is not a length of time; 1d or more is right');
  return { startOffset: startUsed ? start : undefined, lifetime: endUsed ? length : undefined };
}

function duration(field: string, text: string, report: ReportProblem): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) report(field, `is '${text}' and has to be a length of time such as 10m or 1y 6mo`);
  return seconds ?? 0;
}

function oids(field: string, texts: readonly string[], report: ReportProblem): ReadonlySet<Oid> {
  for (const [index, text] of texts.entries()) {
    if (!isOid(text)) report(`${field}[${index}]`, `is '${text}' and has to be an object identifier such as 2.5.29.37`);
  }
  return new Set(texts.filter((text) => isOid(text)).map((text) => oid(text)));
}

function idsOrAny(references: readonly (number | 'Any CA')[]): ReadonlySet<number> | 'any' {
  if (references.includes('Any CA')) return 'any';
  return new Set(references.filter((reference) => typeof reference === 'number'));
}

/** Acts that can wait for approval. SSH enrollments have no answer that could say so. */
const WAITING: readonly ApprovalAction[] = ['addEditEndEntity', 'keyRecovery', 'revocation', 'caActivation'];
const WAITING_FOR_SSH: readonly ApprovalAction[] = ['revocation'];
/** Defaults for older profiles, which were for SSH in name only: nothing was issued under them. */
const ADDED_IN_2: JsonObject = {
  sshCertificateType: 'USER',
  sshExtensions: SSH_EXTENSIONS.filter((name) => name.startsWith('permit-')),
  sshExternalExtensions: 'NOT_ALLOWED',
};
/** Defaults for older profiles, which had none of these extensions. */
const EXTENSIONS_OF_BEFORE: JsonObject = {
  freshestCrlUsed: false,
  freshestCrlUseCaDefinedSettings: false,
  freshestCrlUri: '',
  qcCustomStatements: [],
  microsoftTemplate: '',
  customExtensions: [],
};
const CA_DEFINED: UriSource = { from: 'ca' };
const ISSUER_ALT_NAME = '2.5.29.18';
const ANY_CURVE = 'ANY_EC_CURVE';
const INHERIT = 'Inherit from Issuing CA';
/** Key algorithms and curves that only other CAs support. */
const OTHERS =
  /^(?:FALCON|DILITHIUM|KYBER|NTRU|SPHINCS|ECGOST|GOST|DSTU|secp|sect|prime|c2|brainpool|FRP|wap|[KBP]-\d)/i;
