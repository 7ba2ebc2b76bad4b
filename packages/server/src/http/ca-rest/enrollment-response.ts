/** The answer to an enrollment: certificate and chain in the format that was asked for. */
import { encodeCertsOnly, formatPem } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import type { EnrolledCertificate } from '../../modules/ra/index.ts';
import { encodeBase64 } from './base64.ts';
import { InvalidInputError } from './errors.ts';
import { formatSerialNumber } from './serial-number.ts';

/** The formats of an enrollment with a client's own key. */
export type ResponseFormat = 'DER' | 'PKCS7';

export const EnrollmentBody = Type.Object(
  {
    certificate: Type.String({ format: 'byte', description: 'Base64 of the DER, or of the PEM text of a PKCS#7.' }),
    serial_number: Type.String({ description: 'Upper-case hex.' }),
    response_format: Type.Enum(['DER', 'PKCS7'], { type: 'string' }),
    certificate_chain: Type.Optional(
      Type.Array(Type.String({ format: 'byte' }), {
        description:
          'DER: each CA certificate, the issuing CA first. PKCS7: one, with the whole chain. Only when asked for.',
      }),
    ),
  },
  { title: 'CertificateEnrollmentRestResponse' },
);

/**
 * Reads `response_format`: any letter case, DER when left out.
 *
 * @throws {@link InvalidInputError} in the interface's words for another text, and in others for `null`
 */
export function readResponseFormat(text: string | null | undefined): ResponseFormat {
  if (text === undefined) return 'DER';
  if (text === null) throw new InvalidInputError('Invalid input. Incorrect response format');
  const format = text.toUpperCase();
  if (format !== 'DER' && format !== 'PKCS7')
    throw new InvalidInputError('Invalid input. Response format can only be DER or PKCS7');
  return format;
}

/** Makes the body of the answer. */
export function enrollmentBody(
  { certificate: { der, serialNumber }, chain }: EnrolledCertificate,
  format: ResponseFormat,
  includeChain: boolean,
): Static<typeof EnrollmentBody> {
  const body = {
    certificate: format === 'DER' ? encodeBase64(der) : encodePkcs7([der]),
    serial_number: formatSerialNumber(serialNumber),
    response_format: format,
  };
  if (!includeChain) return body;
  return { ...body, certificate_chain: format === 'DER' ? chain.map(encodeBase64) : [encodePkcs7(chain)] };
}

function encodePkcs7(certificates: readonly Uint8Array[]): string {
  return Buffer.from(formatPem('PKCS7', encodeCertsOnly(certificates)), 'ascii').toString('base64');
}
