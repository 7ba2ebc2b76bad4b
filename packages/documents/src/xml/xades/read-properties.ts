/** Signed properties as they are read (EN 319 132-1 §5.2), of either version. */
import { XADES } from '../namespaces.ts';
import { childElements, type XmlElement } from '../nodes.ts';
import { ChildReader, malformed, short, textOf } from '../verify/child-reader.ts';
import type { XadesProductionPlace } from './plan-properties.ts';

/** Statements of a signer. A statement that was not made is undefined or empty. */
export interface SignedProperties {
  /** The signer's claim, in seconds since 1970-01-01T00:00:00Z. */
  readonly signingTime: number | undefined;
  /** URIs. */
  readonly commitmentTypes: readonly string[];
  readonly claimedRoles: readonly string[];
  readonly productionPlace: XadesProductionPlace | undefined;
  /** OID as a URN, or a URI; not fetched and not compared with its digest. `implied` when the policy follows from what is signed. */
  readonly policy: string | undefined;
}

/** Reads them. @throws {XmlError} `xml.bad_signature` */
export function readSignedProperties(
  element: XmlElement,
): SignedProperties & { readonly certificateElement: XmlElement | undefined } {
  const reader = new ChildReader(element);
  const signature = reader.takeIf(XADES, 'SignedSignatureProperties');
  const objects = reader.takeIf(XADES, 'SignedDataObjectProperties');
  reader.finish();
  const properties = signature === undefined ? [] : xadesChildren(signature);
  const named = (...names: readonly string[]) => onlyOne(properties.filter(({ local }) => names.includes(local)));
  const time = named('SigningTime');
  const place = named('SignatureProductionPlace', 'SignatureProductionPlaceV2');
  const role = named('SignerRole', 'SignerRoleV2');
  const policy = named('SignaturePolicyIdentifier');
  return {
    signingTime: time && readTime(textOf(time)),
    certificateElement: named('SigningCertificate', 'SigningCertificateV2'),
    commitmentTypes: objects === undefined ? [] : readCommitmentTypes(objects),
    claimedRoles: role === undefined ? [] : readClaimedRoles(role),
    productionPlace: place && readPlace(place),
    policy: policy && readPolicy(policy),
  };
}

function readCommitmentTypes(objects: XmlElement): readonly string[] {
  return xadesChildren(objects)
    .filter(({ local }) => local === 'CommitmentTypeIndication')
    .map((indication) => readIdentifier(new ChildReader(indication).take(XADES, 'CommitmentTypeId')));
}

/** Roles may be elements of any kind; those that are text are given. */
function readClaimedRoles(role: XmlElement): readonly string[] {
  return xadesChildren(role)
    .filter(({ local }) => local === 'ClaimedRoles')
    .flatMap(xadesChildren)
    .filter(({ children }) => children.every((child) => typeof child === 'string'))
    .map(textOf);
}

function readPlace(place: XmlElement): XadesProductionPlace {
  const children = xadesChildren(place);
  const text = (name: string): string | undefined => {
    const found = children.find(({ local }) => local === name);
    return found && textOf(found);
  };
  return {
    city: text('City'),
    streetAddress: text('StreetAddress'),
    stateOrProvince: text('StateOrProvince'),
    postalCode: text('PostalCode'),
    countryName: text('CountryName'),
  };
}

function readPolicy(element: XmlElement): string {
  const reader = new ChildReader(element);
  if (reader.takeIf(XADES, 'SignaturePolicyImplied') !== undefined) return 'implied';
  return readIdentifier(new ChildReader(reader.take(XADES, 'SignaturePolicyId')).take(XADES, 'SigPolicyId'));
}

function readIdentifier(element: XmlElement): string {
  return textOf(new ChildReader(element).take(XADES, 'Identifier'));
}

/** A dateTime (XML Schema part 2 §3.2.7), UTC when it names no zone; fractions are dropped. */
function readTime(text: string): number {
  const [, time, zone = 'Z'] = DATE_TIME.exec(text) ?? [];
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time + zone);
  if (Number.isNaN(milliseconds)) throw malformed(`'${short(text)}' is not a signing time`);
  return milliseconds / 1000;
}

function onlyOne(elements: readonly XmlElement[]): XmlElement | undefined {
  if (elements.length > 1) throw malformed(`there is more than one ${elements[0]!.local}`);
  return elements[0];
}

function xadesChildren(element: XmlElement): readonly XmlElement[] {
  return childElements(element).filter(({ namespace }) => namespace === XADES);
}

const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/;
