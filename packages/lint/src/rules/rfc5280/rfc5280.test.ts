import {
  bitString,
  boolean,
  element,
  explicit,
  generalizedTime,
  ia5,
  implicit,
  integer,
  NULL,
  octetString,
  oid,
  printable,
  sequence,
  set,
  text,
  utcTime,
  utf8,
} from '../../../test/der.ts';
import { type RuleCase, testRules } from '../../../test/rule-cases.ts';
import { algorithm, authority, ecKey, extension, leaf, name, Oid, rsaKey, uri } from '../../../test/tbs-certificate.ts';
import { RFC5280_RULES } from './index.ts';

const EMAIL = '1.2.840.113549.1.9.1';
const SCTS = '1.3.6.1.4.1.11129.2.4.2';
const POISON = '1.3.6.1.4.1.11129.2.4.3';
/** Of 253 characters. */
const LONG_DOMAIN = `${'abcdefg.'.repeat(31)}abcde`;

testRules('rfc5280', RFC5280_RULES, {
  'address-form': {
    bad: {
      'a space': withPoint(explicit(0, explicit(0, uri('http://a.example/my ca.crl')))),
      'no scheme': withAccess(uri('a.example/ca.cer')),
      'no host': withCps(ia5('https:///cps')),
      'a host that is not a name': withAccess(uri('http://a_b.example/ca.cer')),
    },
    good: {
      'a host of one label': withAccess(uri('http://pki:8080/ca.cer')),
      'an address': withPoint(explicit(0, explicit(0, uri('http://192.0.2.1/a%20b.crl')))),
      'LDAP without a host': withPoint(explicit(0, explicit(0, uri('ldap:///CN=a?certificateRevocationList')))),
    },
  },
  'address-text': {
    bad: { 'a letter beyond ASCII': withPoint(explicit(0, explicit(0, uri('http://a.example/ä.crl')))) },
    good: { 'percent-encoded': withPoint(explicit(0, explicit(0, uri('http://a.example/%C3%A4.crl')))) },
  },
  'any-policy-qualifiers': {
    bad: { 'another qualifier': withPolicies(sequence(oid('2.5.29.32.0'), sequence(sequence(oid('1.2.3'), NULL)))) },
    good: {
      'a CPS': withPolicies(
        sequence(oid('2.5.29.32.0'), sequence(sequence(oid('1.3.6.1.5.5.7.2.1'), ia5('http://a.example')))),
      ),
      'another qualifier of another policy': withPolicies(
        sequence(oid('1.2.3'), sequence(sequence(oid('1.2.3'), NULL))),
      ),
    },
  },
  'attribute-control-characters': ofSubject(utf8('a\tb'), utf8('a b')),
  'attribute-length': ofSubject(utf8('é'.repeat(65)), utf8('é'.repeat(64))),
  'attribute-not-empty': ofSubject(utf8(''), utf8('a')),
  'attribute-text': ofSubject(element(0x0c, Uint8Array.of(0xc3)), utf8('é')),
  'authority-info-access-location': {
    bad: { 'a file': withAccess(uri('file:///ca.cer')) },
    good: { HTTP: withAccess(uri('http://ca.example/ca.cer')) },
  },
  'authority-info-access-not-critical': criticality(Oid.authorityInfoAccess, sequence(), false),
  'authority-key-identifier-not-critical': criticality(
    Oid.authorityKeyIdentifier,
    sequence(implicit(0, Buffer.alloc(20))),
    false,
  ),
  'authority-key-identifier-pair': {
    bad: {
      'an issuer alone': withExtension(Oid.authorityKeyIdentifier, sequence(explicit(1, uri('http://a.example')))),
    },
    good: {
      both: withExtension(
        Oid.authorityKeyIdentifier,
        sequence(explicit(1, uri('http://a.example')), implicit(2, Uint8Array.of(1))),
      ),
      neither: leaf(),
    },
  },
  'authority-key-identifier-present': {
    bad: {
      none: without(Oid.authorityKeyIdentifier),
      'no keyIdentifier': withExtension(Oid.authorityKeyIdentifier, sequence()),
    },
    good: {
      one: leaf(),
      'none, in one that names itself as its issuer': authority({
        subject: name([Oid.commonName, utf8('Root')]),
        issuer: name([Oid.commonName, utf8('Root')]),
        extensions: { [Oid.authorityKeyIdentifier]: undefined },
      }),
    },
  },
  'basic-constraints-critical': {
    bad: {
      'a CA': authority({
        extensions: { [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true))) },
      }),
    },
    good: { 'a CA whose are critical': authority(), 'an end entity': withExtension(Oid.basicConstraints, sequence()) },
  },
  'boolean-value': {
    bad: {
      'critical 01': withExtensionOctets(
        sequence(oid(Oid.keyUsage), element(1, Uint8Array.of(1)), octetString(bitString(Uint8Array.of(0x80), 7))),
      ),
    },
    good: { 'critical FF': leaf() },
  },
  'ca-subject-not-empty': {
    bad: { 'a CA': authority({ subject: sequence() }) },
    good: { 'a leaf': leaf(), 'a CA with a name': authority() },
  },
  'ca-without-key-cert-sign': {
    bad: {
      'cRLSign alone': authority({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x02), 1), true) },
      }),
    },
    good: { 'a CA with both': authority(), 'an end entity': leaf() },
  },
  'country-code-length': ofAttribute(Oid.countryName, printable('SWE'), printable('SE')),
  'cps-uri-type': {
    bad: { 'a UTF8String': withCps(utf8('http://a.example')) },
    good: { 'an IA5String': withCps(ia5('http://a.example')) },
  },
  'default-not-written': {
    bad: {
      'critical FALSE': withExtensionOctets(
        sequence(oid(Oid.keyUsage), boolean(false), octetString(bitString(Uint8Array.of(0x80), 7))),
      ),
      'cA FALSE': withExtension(Oid.basicConstraints, sequence(boolean(false))),
      'version 1': leaf({ version: explicit(0, integer(0)), extensionsField: new Uint8Array() }),
    },
    good: { none: leaf(), 'an empty basicConstraints': withExtension(Oid.basicConstraints, sequence()) },
  },
  'directory-name-not-empty': ofAlternativeName(
    explicit(4, sequence()),
    explicit(4, name([Oid.commonName, utf8('a')])),
  ),
  'directory-string-attribute': ofSubject(ia5('a'), utf8('a')),
  'distribution-point-address': {
    bad: { 'a file': withPoint(explicit(0, explicit(0, uri('file:///a.crl')))) },
    good: { HTTP: leaf(), 'a cRLIssuer alone': withPoint(explicit(2, explicit(4, name([Oid.commonName, utf8('a')])))) },
  },
  'distribution-point-complete': {
    bad: { 'reasons alone': withPoint(element(0x81, Uint8Array.of(1, 2))) },
    good: { 'a name': leaf() },
  },
  'distribution-points-critical': criticality(Oid.crlDistributionPoints, sequence(), false),
  'dns-a-label': {
    bad: {
      'no Punycode': withDnsName('xn--99999999.example'),
      'nothing but ASCII': withDnsName('xn--a-.example'),
      'two characters for one letter': withDnsName('xn--bucher-xyd.example'),
    },
    good: { 'one letter': withDnsName('xn--bcher-kva.example') },
  },
  'dns-label-characters': ofDnsName('a!b.example.org', '*.example.org'),
  'dns-label-hyphens': ofDnsName('-a.example.org', 'a-b.example.org'),
  'dns-label-length': ofDnsName(`${'a'.repeat(64)}.example.org`, `${'a'.repeat(63)}.example.org`),
  'dns-label-not-empty': {
    bad: {
      'a name of the subject': leaf({ extensions: alternativeName('a..example.org') }),
      'a name of the issuer': leaf({ extensions: alternativeName('.example.org', Oid.issuerAltName) }),
    },
    good: { 'a name of the subject': leaf({ extensions: alternativeName('a.example.org') }) },
  },
  'dns-label-underscore': ofDnsName('my_host.example.org', 'my-host.example.org'),
  'dns-name-length': {
    bad: {
      'a dNSName': withDnsName(`${LONG_DOMAIN}f`),
      'the domain of an rfc822Name': withAlternativeName(implicit(1, Buffer.from(`a@${LONG_DOMAIN}f`))),
      'the host of a URI': withAlternativeName(uri(`http://${LONG_DOMAIN}f/`)),
    },
    good: {
      'a dNSName of 253': withDnsName(LONG_DOMAIN),
      'the domain of an rfc822Name of 253': withAlternativeName(implicit(1, Buffer.from(`a@${LONG_DOMAIN}`))),
      'the host of a URI of 253': withAlternativeName(uri(`http://${LONG_DOMAIN}/${'a'.repeat(253)}`)),
    },
  },
  'alternative-name-dns-space': ofDnsName(' ', 'a.example.org'),
  'alternative-name-dns-text': ofDnsName('bücher.example', 'xn--bcher-kva.example'),
  'alternative-name-not-empty': ofDnsName('', 'a.example.org'),
  'domain-component-form': ofAttribute('0.9.2342.19200300.100.1.25', ia5('example.org'), ia5('example')),
  'dsa-signature-parameters': {
    bad: { NULL: leaf({ algorithm: algorithm('1.2.840.10040.4.3', NULL) }) },
    good: {
      none: leaf({ algorithm: algorithm('1.2.840.10040.4.3') }),
      'of RSA': leaf({ algorithm: algorithm('1.2.840.113549.1.1.11', NULL) }),
    },
  },
  'ec-key-parameters': {
    bad: { none: leaf({ publicKey: sequence(algorithm('1.2.840.10045.2.1'), bitString(Uint8Array.of(4))) }) },
    good: { 'a named curve': leaf({ publicKey: ecKey() }) },
  },
  'ec-key-usage': ofKeyUsage(ecKey(), Uint8Array.of(0x20), Uint8Array.of(0x88)),
  'ecdsa-signature-parameters': {
    bad: { NULL: leaf({ algorithm: algorithm('1.2.840.10045.4.3.2', NULL) }) },
    good: { none: leaf() },
  },
  'edwards-key-usage': ofKeyUsage(key('1.3.101.112'), Uint8Array.of(0x08), Uint8Array.of(0x80)),
  'edwards-parameters': {
    bad: {
      'of the signature': leaf({ algorithm: algorithm('1.3.101.112', NULL) }),
      'of the key': leaf({ publicKey: key('1.3.101.110', NULL) }),
    },
    good: { none: leaf({ algorithm: algorithm('1.3.101.112'), publicKey: key('1.3.101.112') }) },
  },
  'email-attribute-form': ofAttribute(EMAIL, ia5('somebody'), ia5('somebody@example.org')),
  'email-in-alternative-names': {
    bad: { 'a DNS name alone': leaf({ subject: name([EMAIL, ia5('a@example.org')]) }) },
    good: {
      both: leaf({
        subject: name([EMAIL, ia5('A@example.org')]),
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(implicit(1, Buffer.from('a@example.org')))),
        },
      }),
    },
  },
  'empty-subject-critical-alternative-name': {
    bad: { 'one that is not': withExtension(Oid.subjectAltName, sequence(implicit(2, Buffer.from('a.example')))) },
    good: {
      'one that is': leaf({
        subject: sequence(),
        extensions: {
          [Oid.subjectAltName]: extension(Oid.subjectAltName, sequence(implicit(2, Buffer.from('a.example'))), true),
        },
      }),
      'one beside a subject': leaf({ subject: name([Oid.commonName, utf8('a')]) }),
    },
  },
  'empty-subject-has-alternative-name': {
    bad: { none: leaf({ subject: sequence(), extensions: { [Oid.subjectAltName]: undefined } }) },
    good: { one: leaf({ subject: sequence() }), 'none beside a subject': without(Oid.subjectAltName) },
  },
  'encipher-only-or-decipher-only': {
    bad: { both: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x08 | 0x01, 0x80), 7)) },
    good: { one: withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x08 | 0x01))) },
  },
  'explicit-text-characters': ofExplicitText(utf8('a\u0007'), utf8('a')),
  'explicit-text-length': ofExplicitText(utf8('a'.repeat(201)), utf8('a'.repeat(200))),
  'explicit-text-normal-form': ofExplicitText(utf8('e\u0301'), utf8('é')),
  'explicit-text-type': ofExplicitText(ia5('a'), utf8('a')),
  'explicit-text-utf8': ofExplicitText(element(0x1e, Uint8Array.of(0, 0x41)), utf8('a')),
  'extended-key-usage-critical': {
    bad: {
      'any purpose': leaf({
        extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('2.5.29.37.0')), true) },
      }),
    },
    good: {
      'one purpose': leaf({
        extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.8')), true) },
      }),
    },
  },
  'extension-value': {
    bad: {
      'a NULL': withExtension(Oid.keyUsage, NULL),
      'octets behind it': withExtension(Oid.extKeyUsage, Buffer.from('30000500', 'hex')),
    },
    good: { all: leaf() },
  },
  'extensions-unique': {
    bad: {
      'one twice': leaf({ extensionsField: explicit(3, sequence(extension('1.2.3', NULL), extension('1.2.3', NULL))) }),
    },
    good: {
      'one once': leaf({ extensionsField: explicit(3, sequence(extension('1.2.3', NULL), extension('1.2.4', NULL))) }),
    },
  },
  'freshest-crl-not-critical': criticality(Oid.freshestCrl, sequence(), false),
  'ia5-attribute': ofAttribute(EMAIL, utf8('a@example.org'), ia5('a@example.org')),
  'inhibit-any-policy-critical': criticality(Oid.inhibitAnyPolicy, integer(0), true),
  'ip-address-length': ofAlternativeName(implicit(7, Buffer.alloc(5)), implicit(7, Buffer.alloc(16))),
  'issuer-alternative-name-critical': criticality(Oid.issuerAltName, sequence(uri('http://a.example')), false),
  'issuer-not-empty': { bad: { 'an empty one': leaf({ issuer: sequence() }) }, good: { one: leaf() } },
  'key-cert-sign-of-ca': {
    bad: {
      'an end entity': withExtension(Oid.keyUsage, bitString(Uint8Array.of(4), 2)),
      'cA FALSE': leaf({
        extensions: {
          [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(4), 2)),
          [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence()),
        },
      }),
    },
    good: { 'a CA': authority() },
  },
  'key-usage-bits': {
    bad: {
      'none set': withExtension(Oid.keyUsage, bitString(Uint8Array.of(0))),
      'a tenth': withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x80, 0x40), 6)),
    },
    good: { 'the ninth': withExtension(Oid.keyUsage, bitString(Uint8Array.of(8, 0x80), 7)) },
  },
  'key-usage-critical': criticality(Oid.keyUsage, bitString(Uint8Array.of(0x80), 7), true),
  'key-usage-of-ca': {
    bad: { none: authority({ extensions: { [Oid.keyUsage]: undefined } }) },
    good: { one: authority(), 'none in a leaf': without(Oid.keyUsage) },
  },
  'key-usage-shortest': {
    bad: {
      'a zero bit': withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x80), 6)),
      'a zero octet': withExtension(Oid.keyUsage, bitString(Uint8Array.of(0x80, 0), 7)),
    },
    good: { 'the last bit set': leaf() },
  },
  'key-usages-consistent': {
    bad: { 'a TLS server that signs CRLs': withExtension(Oid.keyUsage, bitString(Uint8Array.of(2), 1)) },
    good: { 'a TLS server that agrees on keys': withExtension(Oid.keyUsage, bitString(Uint8Array.of(8), 3)) },
  },
  'minimal-integer': {
    bad: { 'a zero octet': leaf({ serialNumber: integer(Uint8Array.of(0, 1)) }) },
    good: { 'a sign octet': leaf({ serialNumber: integer(Uint8Array.of(0, 0x80)) }) },
  },
  'minimal-length': {
    bad: { 'two octets for five': leaf({ subject: Buffer.from('308100', 'hex') }) },
    good: { 'two octets for 200': leaf({ subject: name([Oid.commonName, utf8('a'.repeat(200))]) }) },
  },
  'montgomery-key-usage': ofKeyUsage(key('1.3.101.110'), Uint8Array.of(0x80), Uint8Array.of(0x08)),
  'name-constraints-address': {
    bad: {
      'without a mask': constrained(implicit(7, Buffer.alloc(4))),
      'a mask with a hole': constrained(implicit(7, Buffer.from([10, 0, 0, 0, 255, 0, 255, 0]))),
      'a mask that ends within an octet, with a hole': constrained(
        implicit(7, Buffer.from([10, 0, 0, 0, 0xa0, 0, 0, 0])),
      ),
    },
    good: {
      'every address': constrained(implicit(7, Buffer.alloc(8))),
      'one address': constrained(implicit(7, Buffer.from([10, 0, 0, 1, 255, 255, 255, 255]))),
      'a mask that ends within an octet': constrained(implicit(7, Buffer.from([10, 0, 0, 0, 255, 0xf0, 0, 0]))),
    },
  },
  'name-constraints-critical': criticality(
    Oid.nameConstraints,
    sequence(explicit(0, sequence(implicit(2, Buffer.from('a'))))),
    true,
  ),
  'name-constraints-host-bits': {
    bad: { 'a bit beyond': constrained(implicit(7, Buffer.from([10, 0, 0, 1, 255, 255, 255, 0]))) },
    good: { 'none beyond': constrained(implicit(7, Buffer.from([10, 0, 0, 0, 255, 255, 255, 0]))) },
  },
  'name-constraints-kinds': ofConstraint(implicit(8, Uint8Array.of(0x2a)), implicit(2, Buffer.from('example.org'))),
  'name-constraints-maximum': ofConstraint([uriName(), implicit(1, Uint8Array.of(1))], uriName()),
  'name-constraints-minimum': ofConstraint([uriName(), implicit(0, Uint8Array.of(1))], uriName()),
  'name-constraints-names': {
    bad: {
      'a DNS name after a dot': constrained(implicit(2, Buffer.from('.example.org'))),
      'a mailbox with two ats': constrained(implicit(1, Buffer.from('a@b@example.org'))),
    },
    good: {
      'a DNS name': constrained(implicit(2, Buffer.from('example.org'))),
      'every DNS name': constrained(implicit(2, Buffer.from(''))),
      'mailboxes of a domain': constrained(implicit(1, Buffer.from('.example.org'))),
      'a mailbox': constrained(implicit(1, Buffer.from('a@example.org'))),
    },
  },
  'name-constraints-not-empty': {
    bad: {
      'no list': authority(constraints(sequence())),
      'an empty list': authority(constraints(sequence(explicit(0)))),
    },
    good: { 'a list': authority(constraints(sequence(explicit(1, sequence(uriName()))))) },
  },
  'name-constraints-of-ca': {
    bad: { 'a leaf': leaf(constraints(sequence(explicit(1, sequence(uriName()))))) },
    good: { 'a CA': authority(constraints(sequence(explicit(1, sequence(uriName()))))) },
  },
  'name-constraints-uri-host': ofConstraint(uri('http://example.org'), uriName()),
  'notice-reference': {
    bad: { one: withNotice(sequence(utf8('Example'), sequence(integer(1)))) },
    good: { 'a text': withNotice(utf8('text')) },
  },
  'path-length-not-negative': ofPathLength(integer(Uint8Array.of(0xff)), integer(0)),
  'path-length-of-ca': {
    bad: {
      'no cA': withExtension(Oid.basicConstraints, sequence(integer(0))),
      'no keyCertSign': authority({
        extensions: {
          [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true), integer(0)), true),
          [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(2), 1), true),
        },
      }),
    },
    good: {
      'a CA': authority({
        extensions: {
          [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true), integer(0)), true),
        },
      }),
    },
  },
  'poison-critical': criticality(POISON, NULL, true),
  'policies-unique': {
    bad: { 'one twice': withPolicies(sequence(oid('1.2.3')), sequence(oid('1.2.3'))) },
    good: { 'two of them': withPolicies(sequence(oid('1.2.3')), sequence(oid('1.2.4'))) },
  },
  'policy-constraints-critical': criticality(Oid.policyConstraints, sequence(implicit(0, Uint8Array.of(0))), true),
  'policy-constraints-not-empty': {
    bad: { 'an empty one': withExtension(Oid.policyConstraints, sequence()) },
    good: { 'one number': withExtension(Oid.policyConstraints, sequence(implicit(0, Uint8Array.of(0)))) },
  },
  'policy-extensions-of-ca': {
    bad: { 'an end entity': withExtension(Oid.inhibitAnyPolicy, integer(0)) },
    good: {
      'a CA': authority({ extensions: { [Oid.inhibitAnyPolicy]: extension(Oid.inhibitAnyPolicy, integer(0), true) } }),
    },
  },
  'policy-mapping-any-policy': {
    bad: { 'from it': withExtension(Oid.policyMappings, sequence(sequence(oid('2.5.29.32.0'), oid('1.2.3')))) },
    good: { 'from another': withExtension(Oid.policyMappings, sequence(sequence(oid('1.2.4'), oid('1.2.3')))) },
  },
  'policy-mappings-asserted': {
    bad: { 'one that is not': withExtension(Oid.policyMappings, sequence(sequence(oid('1.2.4'), oid('1.2.3')))) },
    good: { 'one that is': withExtension(Oid.policyMappings, sequence(sequence(oid('2.23.140.1.2.1'), oid('1.2.3')))) },
  },
  'policy-mappings-critical': criticality(Oid.policyMappings, sequence(), true),
  'policy-qualifiers-not-empty': {
    bad: { 'an empty list': withPolicies(sequence(oid('1.2.3'), sequence())) },
    good: { 'no list': withPolicies(sequence(oid('1.2.3'))) },
  },
  'precertificate-without-sct-list': {
    bad: {
      both: leaf({
        extensions: {
          [POISON]: extension(POISON, NULL, true),
          [SCTS]: extension(SCTS, octetString(Uint8Array.of(0, 0))),
        },
      }),
    },
    good: { 'the poison alone': leaf({ extensions: { [POISON]: extension(POISON, NULL, true) } }) },
  },
  'printable-attribute': ofAttribute(Oid.countryName, utf8('SE'), printable('SE')),
  'printable-string-characters': ofSubject(printable('a@b'), printable('a(b)')),
  'qualified-statement-version': {
    bad: { 'version 1': withExtension('1.3.6.1.5.5.7.1.3', sequence(sequence(oid('1.3.6.1.5.5.7.11.1')))) },
    good: { 'version 2': withExtension('1.3.6.1.5.5.7.1.3', sequence(sequence(oid('1.3.6.1.5.5.7.11.2')))) },
  },
  'rdn-not-empty': {
    bad: { 'of the issuer': leaf({ issuer: sequence(set()) }), 'of the subject': leaf({ subject: sequence(set()) }) },
    good: { 'no part at all': leaf() },
  },
  'rdn-types-distinct': {
    bad: {
      'two units in one': leaf({
        subject: sequence(set(sequence(oid('2.5.4.11'), utf8('a')), sequence(oid('2.5.4.11'), utf8('b')))),
      }),
    },
    good: { 'one in each of two': leaf({ subject: name(['2.5.4.11', utf8('a')], ['2.5.4.11', utf8('b')]) }) },
  },
  'reasons-shortest': {
    bad: { 'zeros at the end': withReasons(bitString(Uint8Array.of(0x40, 0))) },
    good: { 'none at the end': withReasons(bitString(Uint8Array.of(0x40), 6)), 'no reasons': leaf() },
  },
  'rfc822-name-form': ofAlternativeName(
    implicit(1, Buffer.from('<a@example.org>')),
    implicit(1, Buffer.from('a@example.org')),
  ),
  'rsa-ca-key-usage': {
    bad: {
      both: authority({
        publicKey: rsaKey(),
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(0x26), 1), true) },
      }),
    },
    good: { signing: authority({ publicKey: rsaKey() }) },
  },
  'rsa-key-parameters': {
    bad: { none: leaf({ publicKey: rsaKey({ parameters: new Uint8Array() }) }) },
    good: { NULL: leaf({ publicKey: rsaKey() }) },
  },
  'rsa-key-usage': ofKeyUsage(rsaKey(), Uint8Array.of(0x08), Uint8Array.of(0xa0)),
  'rsa-signature-parameters': {
    bad: { none: leaf({ algorithm: algorithm('1.2.840.113549.1.1.11') }) },
    good: { NULL: leaf({ algorithm: algorithm('1.2.840.113549.1.1.11', NULL) }) },
  },
  'sct-list-not-empty': {
    bad: { 'an empty list': withExtension(SCTS, octetString(Uint8Array.of(0, 0))) },
    good: { 'one SCT': withExtension(SCTS, octetString(Uint8Array.of(0, 3, 0, 1, 0))) },
  },
  'sequence-not-empty': {
    bad: {
      'no purposes': withExtension(Oid.extKeyUsage, sequence()),
      'no extensions': leaf({ extensionsField: explicit(3, sequence()) }),
    },
    good: { one: leaf() },
  },
  'serial-number-length': {
    bad: { '21 octets': leaf({ serialNumber: integer(Buffer.alloc(21, 1)) }) },
    good: { '20 octets': leaf({ serialNumber: integer(Buffer.alloc(20, 1)) }) },
  },
  'serial-number-positive': {
    bad: {
      zero: leaf({ serialNumber: integer(0) }),
      'a negative one': leaf({ serialNumber: integer(Uint8Array.of(0x80)) }),
    },
    good: { one: leaf({ serialNumber: integer(1) }) },
  },
  'set-order': {
    bad: { 'the longer first': leaf({ subject: sequence(set(attribute('ab'), attribute('c'))) }) },
    good: { 'the shorter first': leaf({ subject: sequence(set(attribute('c'), attribute('ab'))) }) },
  },
  'signature-algorithms-equal': {
    bad: { 'two algorithms': signed(leaf(), algorithm('1.2.840.10045.4.3.3')) },
    good: { 'one algorithm': signed(leaf(), algorithm('1.2.840.10045.4.3.2')), 'none yet': leaf() },
  },
  'smime-capabilities-not-critical': criticality('1.2.840.113549.1.9.15', sequence(), false),
  'smtp-utf8-mailbox': {
    bad: {
      'a local part of ASCII': withMailbox(utf8('a@example.org')),
      'no at': withMailbox(utf8('ä')),
      'a byte order mark': withMailbox(utf8('\uFEFFä@example.org')),
      'a capital in the domain': withMailbox(utf8('ä@Example.org')),
      'a U-label': withMailbox(utf8('ä@ä.example')),
      'an IA5String': withMailbox(ia5('ae@example.org')),
    },
    good: { 'a mailbox': withMailbox(utf8('ä@xn--4ca.example')) },
  },
  'subject-directory-attributes-not-critical': criticality(Oid.subjectDirectoryAttributes, sequence(), false),
  'subject-info-access-not-critical': criticality(Oid.subjectInfoAccess, sequence(), false),
  'subject-key-identifier-not-critical': criticality(Oid.subjectKeyIdentifier, octetString(Buffer.alloc(20)), false),
  'subject-key-identifier-of-ca': {
    bad: { none: authority({ extensions: { [Oid.subjectKeyIdentifier]: undefined } }) },
    good: { one: authority(), 'none in a leaf': without(Oid.subjectKeyIdentifier) },
  },
  'time-form': {
    bad: {
      'no seconds': leaf({ notBefore: utcTime('2611010000Z') }),
      'an offset': leaf({ notBefore: utcTime('261101000000+0100') }),
      'a fraction': leaf({ notAfter: generalizedTime('20500101000000.5Z') }),
      'February 30': leaf({ notBefore: utcTime('260230000000Z') }),
    },
    good: { 'both forms': leaf({ notAfter: generalizedTime('20500101000000Z') }) },
  },
  'time-stamping-alone': {
    bad: { 'beside another': withPurposes(true, '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.2') },
    good: {
      alone: withPurposes(true, '1.3.6.1.5.5.7.3.8'),
      others: withPurposes(false, '1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'),
    },
  },
  'time-stamping-critical': {
    bad: { 'not critical': withPurposes(false, '1.3.6.1.5.5.7.3.8') },
    good: { critical: withPurposes(true, '1.3.6.1.5.5.7.3.8'), 'another purpose': leaf() },
  },
  'time-type': {
    bad: { 'a GeneralizedTime of 2049': leaf({ notAfter: generalizedTime('20491231235959Z') }) },
    good: { 'a GeneralizedTime of 2050': leaf({ notAfter: generalizedTime('20500101000000Z') }) },
  },
  'unique-identifier-absent': {
    bad: {
      'of the issuer': leaf({ uniqueIdentifiers: implicit(1, Uint8Array.of(0, 1)) }),
      'of the subject': leaf({ uniqueIdentifiers: implicit(2, Uint8Array.of(0, 1)) }),
    },
    good: { none: leaf() },
  },
  'uri-absolute': ofAlternativeName(uri('//example.org/a'), uri('urn:a')),
  'uri-form': ofAlternativeName(uri('http://example.org/a b'), uri('http://example.org/a%20b')),
  'uri-host': ofAlternativeName(uri('http://localhost/'), uri('http://[::1]:80/')),
  'uri-text': ofAlternativeName(uri('http://example.org/ü'), uri('http://example.org/u')),
  'validity-order': {
    bad: { 'a second the wrong way': leaf({ notBefore: utcTime('270101000001Z') }) },
    good: { 'the same moment': leaf({ notBefore: utcTime('270101000000Z') }) },
  },
  'version-3-with-extensions': {
    bad: { 'version 2': leaf({ version: explicit(0, integer(1)) }), 'version 1': leaf({ version: new Uint8Array() }) },
    good: {
      'version 3': leaf(),
      'no extensions': leaf({ version: new Uint8Array(), extensionsField: new Uint8Array() }),
    },
  },
});

function withExtension(type: string, value: Uint8Array): Uint8Array {
  return leaf({ extensions: { [type]: extension(type, value) } });
}

function withExtensionOctets(octets: Uint8Array): Uint8Array {
  return leaf({ extensions: { [Oid.keyUsage]: octets } });
}

function without(type: string): Uint8Array {
  return leaf({ subject: name([Oid.commonName, utf8('a')]), extensions: { [type]: undefined } });
}

/** @param critical - the right value */
function criticality(type: string, value: Uint8Array, critical: boolean): RuleCase {
  const made = (is: boolean) => authority({ extensions: { [type]: extension(type, value, is) } });
  return { bad: { [`critical ${!critical}`]: made(!critical) }, good: { [`critical ${critical}`]: made(critical) } };
}

function ofSubject(bad: Uint8Array, good: Uint8Array): RuleCase {
  return ofAttribute(Oid.commonName, bad, good);
}

function ofAttribute(type: string, bad: Uint8Array, good: Uint8Array): RuleCase {
  const made = (value: Uint8Array) => leaf({ subject: name([type, value]) });
  return { bad: { [`attribute ${type}`]: made(bad) }, good: { [`attribute ${type}`]: made(good) } };
}

function ofAlternativeName(bad: Uint8Array, good: Uint8Array): RuleCase {
  const made = (one: Uint8Array) => withExtension(Oid.subjectAltName, sequence(one));
  return { bad: { 'an alternative name': made(bad) }, good: { 'an alternative name': made(good) } };
}

function withAlternativeName(one: Uint8Array): Uint8Array {
  return withExtension(Oid.subjectAltName, sequence(one));
}

function withDnsName(value: string): Uint8Array {
  return withExtension(Oid.subjectAltName, sequence(implicit(2, Buffer.from(value))));
}

function alternativeName(dnsName: string, type: string = Oid.subjectAltName): Record<string, Uint8Array> {
  return { [type]: extension(type, sequence(implicit(2, Buffer.from(dnsName))), type === Oid.subjectAltName) };
}

function ofDnsName(bad: string, good: string): RuleCase {
  return ofAlternativeName(implicit(2, Buffer.from(bad)), implicit(2, Buffer.from(good)));
}

function ofExplicitText(bad: Uint8Array, good: Uint8Array): RuleCase {
  return { bad: { 'a text': withNotice(bad) }, good: { 'a text': withNotice(good) } };
}

function withNotice(part: Uint8Array): Uint8Array {
  return withPolicies(sequence(oid('1.2.3'), sequence(sequence(oid('1.3.6.1.5.5.7.2.2'), sequence(part)))));
}

function withPolicies(...policies: readonly Uint8Array[]): Uint8Array {
  return withExtension(Oid.certificatePolicies, sequence(...policies));
}

function withAccess(location: Uint8Array): Uint8Array {
  return withExtension(Oid.authorityInfoAccess, sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), location)));
}

function withPoint(...parts: readonly Uint8Array[]): Uint8Array {
  return withExtension(Oid.crlDistributionPoints, sequence(sequence(...parts)));
}

function ofKeyUsage(publicKey: Uint8Array, bad: Uint8Array, good: Uint8Array): RuleCase {
  const made = (bits: Uint8Array) =>
    leaf({ publicKey, extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(bits, 3), true) } });
  return { bad: { 'a key usage': made(bad) }, good: { 'a key usage': made(good) } };
}

function ofPathLength(bad: Uint8Array, good: Uint8Array): RuleCase {
  const made = (length: Uint8Array) =>
    authority({
      extensions: { [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true), length), true) },
    });
  return { bad: { 'a length': made(bad) }, good: { 'a length': made(good) } };
}

function ofConstraint(bad: Uint8Array | readonly Uint8Array[], good: Uint8Array): RuleCase {
  const made = (parts: readonly Uint8Array[]) => authority(constraints(sequence(explicit(0, sequence(...parts)))));
  return { bad: { 'a subtree': made(bad instanceof Uint8Array ? [bad] : bad) }, good: { 'a subtree': made([good]) } };
}

function constraints(value: Uint8Array) {
  return { extensions: { [Oid.nameConstraints]: extension(Oid.nameConstraints, value, true) } };
}

function uriName(): Uint8Array {
  return uri('.example.org');
}

function attribute(value: string): Uint8Array {
  return sequence(oid(Oid.commonName), text(0x0c, value));
}

function key(type: string, parameters?: Uint8Array): Uint8Array {
  return sequence(algorithm(type, parameters), bitString(Buffer.alloc(32, 1)));
}

function signed(tbs: Uint8Array, outer: Uint8Array): Uint8Array {
  return sequence(tbs, outer, bitString(Uint8Array.of(1)));
}

function constrained(base: Uint8Array): Uint8Array {
  return authority(constraints(sequence(explicit(0, sequence(base)))));
}

function withMailbox(value: Uint8Array): Uint8Array {
  return withExtension(Oid.subjectAltName, sequence(element(0xa0, oid('1.3.6.1.5.5.7.8.9'), explicit(0, value))));
}

function withPurposes(critical: boolean, ...purposes: readonly string[]): Uint8Array {
  return leaf({
    extensions: { [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(...purposes.map(oid)), critical) },
  });
}

/** @param reasons - a BIT STRING */
function withReasons(reasons: Uint8Array): Uint8Array {
  return withPoint(explicit(0, explicit(0, uri('http://a.example/a.crl'))), implicit(1, reasons.subarray(2)));
}

function withCps(value: Uint8Array): Uint8Array {
  return withPolicies(sequence(oid('1.2.3'), sequence(sequence(oid('1.3.6.1.5.5.7.2.1'), value))));
}
