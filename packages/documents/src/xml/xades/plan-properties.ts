/** The properties of a XAdES signature that we write (EN 319 132-1 §5.2): level B, and with a time-stamp level T. */
import { Certificate, type Der } from '@sealwright/pki';

import { digestMethodByName, digestWith } from '../algorithms.ts';
import { INCLUSIVE } from '../canonicalization-methods.ts';
import { planAlgorithm, planElement, type PlannedElement, planText } from '../planned-element.ts';
import { XADES_COMMITMENT_TYPES, type XadesCommitmentType } from './commitment-types.ts';

/** Statements of the signer in addition to the document. */
export interface XadesSettings {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly signingTime: number;
  readonly commitmentTypes?: readonly XadesCommitmentType[] | undefined;
  readonly claimedRoles?: readonly string[] | undefined;
  readonly productionPlace?: XadesProductionPlace | undefined;
  readonly policy?: XadesPolicy | undefined;
  /** Digest of the certificate's reference: `SHA-256` when left out. */
  readonly certificateDigestAlgorithm?: string | undefined;
  /**
   * 2 when left out. 1 writes SigningCertificate, SignerRole and SignatureProductionPlace of XAdES 1.3.2 instead of their second
   * versions, for readers that are older than EN 319 132-1.
   */
  readonly propertiesVersion?: 1 | 2 | undefined;
}

/** All of it as people write it. */
export interface XadesProductionPlace {
  readonly city?: string | undefined;
  /** Has no place in version 1. */
  readonly streetAddress?: string | undefined;
  readonly stateOrProvince?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly countryName?: string | undefined;
}

/** The policy under which is signed (EN 319 132-1 §5.2.9). */
export interface XadesPolicy {
  /** Dotted, or a URI. */
  readonly identifier: string;
  readonly digestAlgorithm: string;
  /** Digest of the policy's document. */
  readonly digest: Uint8Array;
  /** Address of the policy's document. */
  readonly uri?: string | undefined;
}

/** Whom the properties are of. */
export interface PropertiesTarget {
  readonly certificate: Der<'Certificate'>;
  /** The ids of signature, reference to the document, and signed properties. */
  readonly signature: string;
  readonly reference: string;
  readonly properties: string;
}

/** Plans QualifyingProperties; what they say of the document is that it is `text/xml`. */
export function planQualifyingProperties(settings: XadesSettings, target: PropertiesTarget): PlannedElement {
  const signatureProperties = planElement('xades:SignedSignatureProperties', {}, [
    planText('xades:SigningTime', new Date(settings.signingTime * 1000).toISOString().replace('.000Z', 'Z')),
    planSigningCertificate(settings, target.certificate),
    planPolicy(settings.policy),
    planProductionPlace(settings),
    planRoles(settings),
  ]);
  const objectProperties = planElement('xades:SignedDataObjectProperties', {}, [
    planElement('xades:DataObjectFormat', { ObjectReference: `#${target.reference}` }, [
      planText('xades:MimeType', 'text/xml'),
    ]),
    ...(settings.commitmentTypes ?? []).map(planCommitmentType),
  ]);
  const signedProperties = planElement('xades:SignedProperties', { Id: target.properties }, [
    signatureProperties,
    objectProperties,
  ]);
  return planElement('xades:QualifyingProperties', { Target: `#${target.signature}` }, [signedProperties], true);
}

/** Plans the unsigned property that makes level T; it stands within QualifyingProperties (EN 319 132-1 §5.3). */
export function planSignatureTimeStamp(token: Uint8Array): PlannedElement {
  const method = planAlgorithm('ds:CanonicalizationMethod', INCLUSIVE.uri);
  return planElement('xades:UnsignedProperties', {}, [
    planElement('xades:UnsignedSignatureProperties', {}, [
      planElement('xades:SignatureTimeStamp', {}, [method, planText('xades:EncapsulatedTimeStamp', token.toBase64())]),
    ]),
  ]);
}

function planSigningCertificate(settings: XadesSettings, der: Der<'Certificate'>): PlannedElement {
  const method = digestMethodByName(settings.certificateDigestAlgorithm ?? 'SHA-256');
  const certDigest = planElement('xades:CertDigest', {}, [
    planAlgorithm('ds:DigestMethod', method.uri),
    planText('ds:DigestValue', digestWith(method, der).toBase64()),
  ]);
  if (settings.propertiesVersion !== 1)
    return planElement('xades:SigningCertificateV2', {}, [planElement('xades:Cert', {}, [certDigest])]);
  const { issuer, serialNumberBytes } = Certificate.parse(der);
  const issuerSerial = planElement('xades:IssuerSerial', {}, [
    planText('ds:X509IssuerName', String(issuer)),
    planText('ds:X509SerialNumber', String(BigInt(`0x${serialNumberBytes.toHex()}`))),
  ]);
  return planElement('xades:SigningCertificate', {}, [planElement('xades:Cert', {}, [certDigest, issuerSerial])]);
}

function planPolicy(policy: XadesPolicy | undefined): PlannedElement | undefined {
  if (policy === undefined) return undefined;
  const { identifier, uri } = policy;
  const isOid = /^[\d.]+$/.test(identifier);
  return planElement('xades:SignaturePolicyIdentifier', {}, [
    planElement('xades:SignaturePolicyId', {}, [
      planElement('xades:SigPolicyId', {}, [
        planElement('xades:Identifier', isOid ? { Qualifier: 'OIDAsURN' } : {}, [
          isOid ? `urn:oid:${identifier}` : identifier,
        ]),
      ]),
      planElement('xades:SigPolicyHash', {}, [
        planAlgorithm('ds:DigestMethod', digestMethodByName(policy.digestAlgorithm).uri),
        planText('ds:DigestValue', policy.digest.toBase64()),
      ]),
      uri === undefined
        ? undefined
        : planElement('xades:SigPolicyQualifiers', {}, [
            planElement('xades:SigPolicyQualifier', {}, [planText('xades:SPURI', uri)]),
          ]),
    ]),
  ]);
}

function planProductionPlace({ productionPlace: place, propertiesVersion }: XadesSettings): PlannedElement | undefined {
  if (place === undefined) return undefined;
  const isFirst = propertiesVersion === 1;
  const given = (name: `xades:${string}`, text: string | undefined) =>
    text === undefined ? undefined : planText(name, text);
  return planElement(isFirst ? 'xades:SignatureProductionPlace' : 'xades:SignatureProductionPlaceV2', {}, [
    given('xades:City', place.city),
    isFirst ? undefined : given('xades:StreetAddress', place.streetAddress),
    given('xades:StateOrProvince', place.stateOrProvince),
    given('xades:PostalCode', place.postalCode),
    given('xades:CountryName', place.countryName),
  ]);
}

function planRoles({ claimedRoles = [], propertiesVersion }: XadesSettings): PlannedElement | undefined {
  if (claimedRoles.length === 0) return undefined;
  return planElement(propertiesVersion === 1 ? 'xades:SignerRole' : 'xades:SignerRoleV2', {}, [
    planElement(
      'xades:ClaimedRoles',
      {},
      claimedRoles.map((role) => planText('xades:ClaimedRole', role)),
    ),
  ]);
}

function planCommitmentType(type: XadesCommitmentType): PlannedElement {
  return planElement('xades:CommitmentTypeIndication', {}, [
    planElement('xades:CommitmentTypeId', {}, [planText('xades:Identifier', XADES_COMMITMENT_TYPES[type])]),
    planElement('xades:AllSignedDataObjects', {}, []),
  ]);
}
