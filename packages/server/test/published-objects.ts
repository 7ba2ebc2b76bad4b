/** Objects as publishers get them. */
import { DistinguishedName } from '@sealwright/pki';
import { contentOf } from '../src/kernel/content.ts';
import type { PublishedCertificate, PublishedCrl, PublishingCa } from '../src/modules/publishers/index.ts';

const ca: PublishingCa = { name: 'Root CA', subject: DistinguishedName.parse('CN=Root CA'), chain: [] };
const content = contentOf(Buffer.from('3003020101', 'hex'));
const sha1 = Buffer.alloc(20, 1);

/** Returns a base CRL, but for the members that are given. */
export function publishedCrl(members: Partial<PublishedCrl>): PublishedCrl {
  return {
    kind: 'crl',
    name: 'crls/Root_20CA.crl',
    version: 5,
    ca,
    content,
    sha1,
    number: 5,
    partition: 0,
    baseNumber: undefined,
    thisUpdate: 1_700_000_000,
    nextUpdate: 1_700_086_400,
    ...members,
  };
}

/** Returns an active certificate of an end entity, but for the members that are given. */
export function publishedCertificate(members: Partial<PublishedCertificate>): PublishedCertificate {
  return {
    kind: 'certificate',
    name: 'certificates/Root_20CA/1f.cer',
    version: 0,
    ca,
    content,
    sha1,
    format: 'X509',
    serialNumber: '1f',
    subject: DistinguishedName.parse('CN=Alice,O=Example'),
    username: 'alice',
    isCa: false,
    notAfter: 1_800_000_000,
    revocation: undefined,
    ...members,
  };
}
