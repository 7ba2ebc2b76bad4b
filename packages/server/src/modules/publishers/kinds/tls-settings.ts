/** Settings that several kinds have. */
import { Certificate, formatPem, parsePem, PkiError } from '@sealwright/pki';
import type { PublisherSettings } from './publisher-settings.ts';

/** Reads `trustedCertificates`: certificates of CAs in PEM, one after the other. Undefined: those of the system count. */
export function readTrusted(settings: PublisherSettings): readonly string[] | undefined {
  return readCertificates(settings, 'trustedCertificates');
}

/** Reads certificates in PEM, one after the other; undefined where there are none. */
export function readCertificates(settings: PublisherSettings, name: string): readonly string[] | undefined {
  const text = settings.text(name);
  if (text === undefined) return undefined;
  try {
    const blocks = parsePem(text);
    for (const { der } of blocks) Certificate.parse(der);
    if (blocks.length > 0 && blocks.every(({ label }) => label === 'CERTIFICATE'))
      return blocks.map(({ der }) => formatPem('CERTIFICATE', der));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
  }
  settings.report(name, 'has to be certificates in PEM, one after the other');
  return undefined;
}
