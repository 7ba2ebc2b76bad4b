import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';

/** Checks that a serial number has room for 64 bits of a generator, which take eight octets but for one number of 256. */
export function checkSerialNumberEntropy({
  serialNumber: { length },
}: Pick<CertificateUnderLint, 'serialNumber'>): string | undefined {
  return length < 8 ? `the serial number has ${length} octets; one with 64 random bits has 8 or more` : undefined;
}
