/** Certificates on the command line: in a file, or by CA and serial number. */
import { basicConstraints, Certificate } from '@sealwright/pki';
import { UsageError } from '../errors.ts';
import { readPemOrDer } from '../files/input-file.ts';
import type { CaRest } from '../rest/ca-rest.ts';
import { requireCaDn } from './ca-name.ts';
import { parseSerial } from './serial-number.ts';

/** A certificate that a command is about. */
export interface CertificateId {
  readonly issuerDn: string;
  readonly serialNumber: string;
  /** True when it is the certificate of a CA; undefined when that is not known from a file. */
  readonly ofCa?: boolean;
}

/**
 * Reads which certificate is meant: the one in a file, or the one of a CA with a serial number.
 *
 * Checks everything that can be checked here; only the name of a CA takes the server to become a DN.
 *
 * @throws {@link UsageError}
 */
export async function certificateIdentifier(
  file: string | undefined,
  { ca, serial }: { readonly ca?: string; readonly serial?: string },
): Promise<(rest: CaRest) => Promise<CertificateId>> {
  if (file !== undefined) {
    if (ca !== undefined || serial !== undefined)
      throw new UsageError('a certificate file says who issued it; --ca and --serial are for use without one');
    const id = await readPemOrDer(file, { label: 'CERTIFICATE', what: 'a certificate', parse: readCertificateId });
    return async () => id;
  }
  if (ca === undefined || serial === undefined)
    throw new UsageError('which certificate? Give its file, or --ca and --serial');
  const serialNumber = parseSerial(serial, '--serial');
  return async (rest) => ({ issuerDn: await requireCaDn(rest, ca), serialNumber });
}

function readCertificateId(der: Uint8Array): CertificateId {
  const certificate = Certificate.parse(der);
  const { issuer, serialNumber } = certificate;
  return { issuerDn: issuer.toString(), serialNumber, ofCa: certificate.extension(basicConstraints)?.ca === true };
}
