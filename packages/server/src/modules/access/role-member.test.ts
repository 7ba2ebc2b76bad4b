import { serialNumberFromHex } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestCa } from '../../../../../test/pki/test-pki.ts';
import { CERTIFICATE_MATCH_KEYS, type CertificateMatchKey, isMember } from './role-member.ts';

const CA_ID = 17;
const certificate = TestCa.root('CN=Members').issue({
  subject:
    'CN=alice,UID=a1,serialNumber=SN-7,title=Dr,OU=Ops,OU=Dev,O=Example,L=Bern,ST=BE,DC=example,DC=org,C=CH,E=alice@example.org',
  alternativeNames:
    'rfc822Name=alice@mail.example, rfc822Name=a@mail.example, upn=alice@corp.example, dNSName=alice.example',
  serialNumber: serialNumberFromHex('0A1B2C3D4E5F6071'),
}).certificate;
const administrator = { kind: 'certificate', certificate, issuerCaId: CA_ID, remoteAddress: '' } as const;

/** Every key with values that match, and values that come close. */
const CASES: Readonly<
  Record<CertificateMatchKey, { readonly is: readonly string[]; readonly isNot: readonly string[] }>
> = {
  WITH_COUNTRY: { is: ['CH'], isNot: ['ch', 'C=CH'] },
  WITH_DOMAINCOMPONENT: { is: ['example', 'org'], isNot: ['example.org'] },
  WITH_STATEORPROVINCE: { is: ['BE'], isNot: ['Bern'] },
  WITH_LOCALITY: { is: ['Bern'], isNot: ['BE'] },
  WITH_ORGANIZATION: { is: ['Example'], isNot: ['example', 'Example '] },
  WITH_ORGANIZATIONALUNIT: { is: ['Ops', 'Dev'], isNot: ['Ops,Dev'] },
  WITH_TITLE: { is: ['Dr'], isNot: ['Dr.'] },
  WITH_COMMONNAME: { is: ['alice'], isNot: ['Alice', 'alic', 'alice2', 'CN=alice'] },
  WITH_UID: { is: ['a1'], isNot: ['A1'] },
  WITH_DNSERIALNUMBER: { is: ['SN-7'], isNot: ['A1B2C3D4E5F6071'] },
  WITH_SERIALNUMBER: { is: ['A1B2C3D4E5F6071'], isNot: ['0A1B2C3D4E5F6071', 'a1b2c3d4e5f6071', 'SN-7'] },
  WITH_DNEMAILADDRESS: { is: ['alice@example.org'], isNot: ['alice@mail.example'] },
  WITH_RFC822NAME: { is: ['alice@mail.example', 'a@mail.example'], isNot: ['alice@example.org', 'alice@corp.example'] },
  WITH_UPN: { is: ['alice@corp.example'], isNot: ['alice@mail.example'] },
  WITH_FULLDN: {
    is: [certificate.subject.toString()],
    isNot: ['CN=alice', certificate.subject.toString().toLowerCase()],
  },
};

for (const matchKey of CERTIFICATE_MATCH_KEYS) {
  it(`matches ${matchKey} exactly, and under the member's CA only`, () => {
    const { is, isNot } = CASES[matchKey];
    for (const matchValue of is) {
      assert.equal(isMember({ issuerCaId: CA_ID, matchKey, matchValue }, administrator), true, matchValue);
      assert.equal(isMember({ issuerCaId: CA_ID + 1, matchKey, matchValue }, administrator), false, matchValue);
    }
    for (const matchValue of isNot) {
      assert.equal(isMember({ issuerCaId: CA_ID, matchKey, matchValue }, administrator), false, matchValue);
    }
  });
}

it('matches nothing against a certificate without the field', () => {
  const bare = { ...administrator, certificate: TestCa.root('CN=Members').issue({ subject: 'CN=bare' }).certificate };
  for (const matchKey of CERTIFICATE_MATCH_KEYS) {
    assert.equal(isMember({ issuerCaId: CA_ID, matchKey, matchValue: '' }, bare), false, matchKey);
  }
});
