/** The answer with a keystore, and the names of its formats. */
import type { FastifyReply } from 'fastify';
import type { EnrolledKeystore } from '../../modules/ra/index.ts';
import { encodeBase64 } from './base64.ts';
import { formatSerialNumber } from './serial-number.ts';

type KeystoreFormat = EnrolledKeystore['format'];
type FormatName<Format extends KeystoreFormat> = Format extends 'P12' ? 'PKCS12' : Exclude<Format, 'P12'>;

/** Formats of the answers to `enrollkeystore`: requests say P12. */
export const KEYSTORE_FORMATS = ['PKCS12', 'JKS', 'BCFKS'] as const satisfies FormatName<KeystoreFormat>[];

/** Makes the members of the answer that describe the keystore. */
export function keystoreBody<Format extends KeystoreFormat>({
  keystore,
  certificate,
  format,
}: EnrolledKeystore<Format>) {
  return {
    certificate: encodeBase64(keystore),
    serial_number: formatSerialNumber(certificate.serialNumber),
    response_format: (format === 'P12' ? 'PKCS12' : format) as FormatName<Format>,
  };
}

/** Has the answer with a JKS say that the format is weak. Clients that do not know the header ignore it. */
export function warnOfJks(reply: FastifyReply, { format }: Pick<EnrolledKeystore, 'format'>): void {
  if (format === 'JKS') void reply.header('warning', JKS_WARNING);
}

/** Of code 299, "miscellaneous persistent warning". */
const JKS_WARNING =
  '299 - "JKS protects its key by single SHA-1 digests of the password; use P12 or BCFKS where you can"';
