/** The certificates in keystores that the server made. */
import { Certificate, isBcfks, isJks, parsePem, PkiError, readBcfks, readJks, readPkcs12 } from '@sealwright/pki';

/**
 * Finds the certificate of the key in a keystore of any format.
 *
 * @returns undefined when it cannot be read, or holds no certificate of that serial number
 */
export async function certificateIn(
  keystore: Uint8Array,
  { password, serialNumber }: { readonly password: string; readonly serialNumber: string },
): Promise<Certificate | undefined> {
  try {
    const certificates = (await read(keystore, password)).map((der) => Certificate.parse(der));
    return certificates.find((certificate) => BigInt(`0x${certificate.serialNumber}`) === BigInt(`0x${serialNumber}`));
  } catch (error) {
    if (error instanceof PkiError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function read(keystore: Uint8Array, password: string): Promise<readonly Uint8Array[]> {
  if (PEM_START.every((octet, at) => keystore[at] === octet)) {
    const blocks = parsePem(Buffer.from(keystore).toString('latin1'));
    return blocks.filter(({ label }) => label === 'CERTIFICATE').map(({ der }) => der);
  }
  if (isJks(keystore)) return (await readJks(keystore, password)).flatMap(({ certificates }) => certificates);
  if (isBcfks(keystore)) return (await readBcfks(keystore, password)).flatMap(({ certificates }) => certificates);
  return (await readPkcs12(keystore, password)).certificates.map(({ certificate }) => certificate);
}

const PEM_START = new TextEncoder().encode('-----BEGIN ');
