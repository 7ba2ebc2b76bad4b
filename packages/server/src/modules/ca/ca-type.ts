/** The type of document that the settings of a CA are. */
import { DistinguishedName, PkiError, type SignatureAlgorithm, signatureAlgorithmByName } from '@sealwright/pki';
import { Type } from 'typebox';
import { choice, defineDocumentType, durationText, reference, type ReportProblem } from '../configuration/index.ts';
import type { CaSettings } from './certificate-authority.ts';
import { CRL_SETTINGS_OF_VERSION_1, crlSettingsMembers, parseCrlSettings } from './crl-settings.ts';

const CA_TYPES = { X509: 'X.509' } as const;
const uris = () => Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), { maxItems: 32, default: [] });

export const caType = defineDocumentType({
  token: 'CA',
  title: 'certification authority',
  dump: { directory: 'certification-authorities', objectType: 'Certification Authority', version: 2, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'given' },
  schemaVersion: 2,
  schema: Type.Object(
    {
      caType: choice(CA_TYPES, { default: 'X509' }),
      description: Type.String({ maxLength: 1024, default: '' }),
      /** RFC 4514 text. */
      subjectDn: Type.String({ minLength: 1, maxLength: 4096 }),
      signedBy: reference('CA', { words: ['Self Signed'], default: 'Self Signed' }),
      /** How long the CA's own certificate lasts. */
      validity: durationText({ default: '25y' }),
      certificateProfile: reference('CERTPROFILE', { default: 'ROOTCA' }),
      cryptoToken: reference('CRYPTOTOKEN'),
      /** The alias of the first key that signs certificates and CRLs. */
      certSignKey: Type.String({ minLength: 1, maxLength: 255, default: 'signKey' }),
      signatureAlgorithm: Type.String({ minLength: 1, maxLength: 64 }),
      ...crlSettingsMembers,
      serialNumberOctets: Type.Integer({ minimum: 8, maximum: 20, default: 20 }),
      enforceUniquePublicKeys: Type.Boolean({ default: true }),
      enforceUniqueDistinguishedName: Type.Boolean({ default: true }),
      /** Whether an end entity that got its certificate has to be set to NEW before it can enrol again. */
      finishUser: Type.Boolean({ default: true }),
      allowChangingRevocationReason: Type.Boolean({ default: false }),
      allowInvalidityDate: Type.Boolean({ default: false }),
      crlDistributionPoints: uris(),
      caIssuerUris: uris(),
      ocspUris: uris(),
    },
    { additionalProperties: false },
  ),
  upgrade: (settings) => ({ ...CRL_SETTINGS_OF_VERSION_1, ...settings }),
  parse(settings, report): CaSettings {
    return {
      subject: subjectOf(settings.subjectDn, report),
      cryptoTokenId: settings.cryptoToken,
      signatureAlgorithm: signatureAlgorithmOf(settings.signatureAlgorithm, report),
      serialNumberOctets: settings.serialNumberOctets,
      crl: parseCrlSettings(settings, report),
      recordBeforeSigning: settings.recordBeforeSigning,
      enforceUniquePublicKeys: settings.enforceUniquePublicKeys,
      enforceUniqueSubjects: settings.enforceUniqueDistinguishedName,
      finishEndEntities: settings.finishUser,
      allowRevocationReasonChange: settings.allowChangingRevocationReason,
      allowInvalidityDate: settings.allowInvalidityDate,
      caIssuerUris: settings.caIssuerUris,
      ocspUris: settings.ocspUris,
    };
  },
});

function subjectOf(text: string, report: ReportProblem): DistinguishedName {
  try {
    const subject = DistinguishedName.parse(text);
    if (subject.isEmpty) report('subjectDn', 'is empty; a CA has a name (RFC 5280 §4.1.2.6)');
    return subject;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('subjectDn', `is no distinguished name: ${error.message}`);
    return DistinguishedName.of([]);
  }
}

function signatureAlgorithmOf(name: string, report: ReportProblem): SignatureAlgorithm {
  try {
    const algorithm = signatureAlgorithmByName(name);
    if (algorithm.weak)
      report(
        'signatureAlgorithm',
        `is '${name}', which is too weak for new signatures; SHA256WithRSA or SHA256withECDSA is not`,
      );
    return algorithm;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report(
      'signatureAlgorithm',
      `is '${name}', which is no signature algorithm; SHA256WithRSA or SHA256withECDSA is one`,
    );
    return signatureAlgorithmByName('SHA256withECDSA');
  }
}
