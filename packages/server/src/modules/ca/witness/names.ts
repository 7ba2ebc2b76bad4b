/** Issuer, subject and alternative names of a certificate, as they were checked. */
import { subjectAltName, type WrittenGeneralName } from '@sealwright/lint';
import type { GeneralName } from '@sealwright/pki';
import { listed, sameOctets, type SharedExpectation, type WitnessCheck } from './check.ts';
import { isOthers, mayReplace } from './overrides.ts';

export const issuerName: WitnessCheck<SharedExpectation> = {
  name: 'profile/issuer',
  check: ({ issuer }, expected) =>
    sameOctets(issuer.element.raw, expected.issuer.subject.der)
      ? undefined
      : `the issuer is not the subject of the CA, ${expected.issuer.subject.toString()}`,
};

export const subjectName: WitnessCheck = {
  name: 'profile/subject',
  check: ({ subject }, expected) =>
    sameOctets(subject.element.raw, expected.subject.der)
      ? undefined
      : `the subject is not the one that was checked, ${expected.subject.toString()}`,
};

export const alternativeNames: WitnessCheck = {
  name: 'profile/alternative-names',
  check(certificate, expected) {
    const { alternativeNames: right } = expected;
    const written = certificate.value(subjectAltName);
    if (written === undefined || isOthers(subjectAltName.oid, expected)) return undefined;
    if (written.length === right.length && written.every((name, at) => isSame(name, right[at]!))) return undefined;
    const [found, texts] = [written.map(writtenText), right.map(expectedText)];
    return `the alternative names are ${listed(found)}; those that were checked are ${listed(texts)}`;
  },
};

export const issuerAlternativeNames: WitnessCheck<SharedExpectation> = {
  name: 'profile/issuer-alternative-names',
  check({ extensions }, expected) {
    const right = namesOfIssuer(expected);
    const written = extensions.find({ oid: ISSUER_ALT_NAME });
    if (right === undefined || written === undefined || mayReplace(ISSUER_ALT_NAME, expected.profile.extensionOverride))
      return undefined;
    return sameOctets(written.value, right)
      ? undefined
      : "the issuer's alternative names are not those of the CA's certificate";
  },
};

/** Returns the value of the alternative names of the CA, where the certificate is to have them. */
export function namesOfIssuer({ profile, issuer }: SharedExpectation): Uint8Array | undefined {
  if (!profile.issuerAltName) return undefined;
  return issuer.certificate?.extensions.find(({ oid }) => oid === subjectAltName.oid)?.value;
}

/** Compares two names. Most are plain text, which can be compared directly. */
function isSame(written: WrittenGeneralName, right: GeneralName): boolean {
  if ('text' in written) return written.kind === right.type && 'value' in right && written.text === right.value;
  return writtenText(written) === expectedText(right);
}

function writtenText(name: WrittenGeneralName): string {
  switch (name.kind) {
    case 'rfc822Name':
    case 'dNSName':
    case 'uniformResourceIdentifier':
      return `${name.kind} ${name.text}`;
    case 'iPAddress':
      return `${name.kind} ${name.octets.toHex()}`;
    case 'directoryName':
      return `${name.kind} ${name.name.element.raw.toHex()}`;
    case 'registeredID':
      return `${name.kind} ${name.oid}`;
    case 'otherName':
      return `${name.kind} ${name.typeId} ${name.value.raw.toHex()}`;
    case 'x400Address':
    case 'ediPartyName':
      break;
  }
  return `${name.kind} ${name.value.content.toHex()}`;
}

function expectedText(name: GeneralName): string {
  switch (name.type) {
    case 'iPAddress':
      return `${name.type} ${name.value.toHex()}`;
    case 'directoryName':
      return `${name.type} ${name.value.der.toHex()}`;
    case 'otherName':
      return `${name.type} ${name.typeId} ${name.value.toHex()}`;
    case 'rfc822Name':
    case 'dNSName':
    case 'uniformResourceIdentifier':
    case 'registeredID':
      return `${name.type} ${name.value}`;
    case 'x400Address':
    case 'ediPartyName':
      break;
  }
  return `${name.type} ${name.content.toHex()}`;
}

/** RFC 5280 §4.2.1.7. */
export const ISSUER_ALT_NAME = '2.5.29.18';
