import { authority, extension, leaf, Oid } from '../../../test/tbs-certificate.ts';
import { bitString, boolean, integer, sequence } from '../../../test/der.ts';
import { testRules } from '../../../test/rule-cases.ts';
import { RFC5280_RULES } from './index.ts';

testRules('rfc5280', RFC5280_RULES, {
  'basic-constraints-critical': {
    bad: {
      'a CA': authority({
        extensions: { [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence(boolean(true))) },
      }),
    },
    good: {
      'a CA whose are critical': authority(),
      'an end entity': leaf({ extensions: { [Oid.basicConstraints]: extension(Oid.basicConstraints, sequence()) } }),
    },
  },
  'extension-value': {
    bad: { 'a NULL': leaf({ extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, Uint8Array.of(5, 0)) } }) },
    good: { all: leaf() },
  },
  'key-cert-sign-of-ca': {
    bad: {
      'an end entity': leaf({
        extensions: { [Oid.keyUsage]: extension(Oid.keyUsage, bitString(Uint8Array.of(4), 2)) },
      }),
    },
    good: { 'a CA': authority() },
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
});
