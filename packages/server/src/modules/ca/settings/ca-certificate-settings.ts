/** Settings of a CA's own certificate: its names, its issuer, and its contents. */
import {
  certificatePolicies,
  DistinguishedName,
  type Extension,
  type GeneralName,
  makeExtension,
  nameConstraints,
  parseGeneralNames,
  PkiError,
} from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { durationText, reference, type ReportProblem } from '../../configuration/index.ts';
import { type CertificateLifetime, certificatePolicySchema, lifetimeOf, policiesOf } from '../../profiles/index.ts';
import { addressesOf, uris } from './address-settings.ts';
import { nameConstraintsOf } from './name-constraint-text.ts';

const subtrees = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), { description, maxItems: 1000, default: [] });

/** The members of the document. */
export const ownCertificateMembers = {
  subjectDn: Type.String({
    description:
      'The subject of the CA, such as `CN=Root CA,O=Example` (RFC 4514). It cannot be changed later: clients know the CA by it.',
    minLength: 1,
    maxLength: 4096,
  }),
  subjectAlternativeName: Type.String({
    description:
      "Alternative names in the CA's own certificate, such as `dNSName=ca.example.com, uniformResourceIdentifier=https://ca.example.com`.",
    maxLength: 4096,
    default: '',
  }),
  signedBy: reference('CA', {
    description:
      'The CA that signs this one: another CA here, itself, or an external CA. An external CA answers a certification request, or only its certificate is here.',
    words: ['Self Signed', 'External CA'],
    default: 'Self Signed',
  }),
  validity: durationText({
    description: "How long the CA's own certificate is valid, or its end, such as `2049-12-31`.",
    default: '25y',
  }),
  certificateProfile: reference('CERTPROFILE', {
    description:
      "The profile of the CA's own certificate: `ROOTCA` or one like it for a root, `SUBCA` or one like it for a sub CA.",
    default: 'ROOTCA',
  }),
  certificatePolicies: Type.Array(certificatePolicySchema, {
    description:
      "Certificate policies in the CA's own certificate (RFC 5280 §4.2.1.4). One with two qualifiers stands twice.",
    maxItems: 100,
    default: [],
  }),
  nameConstraintsPermitted: subtrees(
    'Names that certificates below the CA may have (RFC 5280 §4.2.1.10): `example.com`, `@example.com`, `10.0.0.0/8`, `uri:example.com`, `O=Example,C=SE`.',
  ),
  nameConstraintsExcluded: subtrees('Names that they may not have, written in the same way.'),
  ownCrlDistributionPoints: uris(
    "Addresses of the issuer's CRL in the CA's own certificate. Empty: those that the issuer defines.",
  ),
  ownFreshestCrlUris: uris("Addresses of the issuer's delta CRL in the CA's own certificate. Empty: none."),
  ownCaIssuerUris: uris(
    "Addresses of the issuer's certificate in the CA's own certificate. Empty: those that the issuer defines.",
  ),
};

type Settings = Static<ReturnType<typeof Type.Object<typeof ownCertificateMembers>>>;

/** Validated settings of a CA's own certificate. */
export interface OwnCertificateSettings {
  readonly alternativeNames: readonly GeneralName[];
  /** Id of the issuing CA's document, or one of the words. */
  readonly signedBy: Settings['signedBy'];
  readonly lifetime: CertificateLifetime;
  /** Id of the certificate profile. */
  readonly certificateProfileId: number;
  /** Certificate policies and name constraints. */
  readonly extensions: readonly Extension[];
  readonly crlDistributionPoints: readonly string[];
  readonly freshestCrlUris: readonly string[];
  readonly caIssuerUris: readonly string[];
}

/** Reads {@link ownCertificateMembers}, and reports problems. */
export function ownCertificateSettings(settings: Settings, report: ReportProblem): OwnCertificateSettings {
  return {
    alternativeNames: alternativeNamesOf(settings.subjectAlternativeName, report),
    signedBy: settings.signedBy,
    lifetime: lifetimeOf(settings.validity, report),
    certificateProfileId: settings.certificateProfile,
    extensions: [...policies(settings, report), ...constraints(settings, report)],
    crlDistributionPoints: addressesOf(settings, 'ownCrlDistributionPoints', report),
    freshestCrlUris: addressesOf(settings, 'ownFreshestCrlUris', report),
    caIssuerUris: addressesOf(settings, 'ownCaIssuerUris', report),
  };
}

/** Reads the subject of a CA, and reports text that is not a name. */
export function subjectOf(text: string, report: ReportProblem): DistinguishedName {
  try {
    const subject = DistinguishedName.parse(text);
    if (subject.isEmpty) report('subjectDn', 'is empty; a CA has a name (RFC 5280 §4.1.2.6)');
    return subject;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('subjectDn', `is not a distinguished name: ${error.message}`);
    return DistinguishedName.of([]);
  }
}

function alternativeNamesOf(text: string, report: ReportProblem): readonly GeneralName[] {
  try {
    return parseGeneralNames(text);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    report('subjectAlternativeName', `is not a list of general names: ${error.message}`);
    return [];
  }
}

function policies({ certificatePolicies: settings }: Settings, report: ReportProblem): Extension[] {
  if (settings.length === 0) return [];
  const value = policiesOf(settings, report);
  return encoded('certificatePolicies', report, () => makeExtension(certificatePolicies, value, false));
}

function constraints(settings: Settings, report: ReportProblem): Extension[] {
  const { nameConstraintsPermitted: permitted, nameConstraintsExcluded: excluded } = settings;
  if (permitted.length === 0 && excluded.length === 0) return [];
  const value = nameConstraintsOf({ permitted, excluded }, report);
  // RFC 5280 §4.2.1.10: conforming CAs mark it critical.
  return encoded('nameConstraintsPermitted', report, () => makeExtension(nameConstraints, value, true));
}

/** Encodes a value, and reports values that the encoder refuses. */
function encoded(field: string, report: ReportProblem, make: () => Extension): Extension[] {
  try {
    return [make()];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(field, `cannot be written: ${error.message}`);
    return [];
  }
}
