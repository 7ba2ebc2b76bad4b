import { asDer, type SerialNumber } from '@sealwright/pki';
import { randomBytes } from 'node:crypto';
import { CERTIFICATE_TYPE, type NewCertificate } from '../../src/modules/ca/index.ts';
import { freshId } from './contract-writes.ts';

/** Makes a certificate to be stored, with members that nothing else has. */
export function newCertificate(
  caId: number,
  serialNumber: SerialNumber,
  given: Partial<NewCertificate> = {},
): NewCertificate {
  return {
    id: freshId(),
    caId,
    serialNumber,
    der: asDer<'CvCertificate'>(randomBytes(20)),
    sha1: randomBytes(20),
    sha256: randomBytes(32),
    subjectDn: 'CN=Somebody',
    subjectKey: randomBytes(32),
    subjectAltName: undefined,
    subjectKeyId: undefined,
    publicKeySha256: randomBytes(32),
    caSha1: randomBytes(20),
    endEntityId: undefined,
    username: undefined,
    certificateProfileId: 1,
    endEntityProfileId: 0,
    type: CERTIFICATE_TYPE.endEntity,
    notBefore: 0,
    notAfter: 900,
    crlPartition: 0,
    accountBindingId: undefined,
    createdMs: 0,
    ...given,
  };
}
