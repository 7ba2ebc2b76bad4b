/** Certificates of CAs that others are verified with: in a file, or where a certificate or a CRL says that they are. */
import {
  ACCESS_METHODS,
  type AccessDescription,
  Certificate,
  type GeneralName,
  type Oid,
  parsePem,
  PkiError,
  readable,
  readCertsOnly,
} from '@sealwright/pki';
import { readServerTrust } from '../credentials.ts';
import { CliError, UnexpectedAnswerError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';
import { downloadPublic } from '../rest/public-download.ts';
import type { Session } from '../session.ts';

/** Reads certificates of a file in PEM or DER, or of PKCS #7. @throws {@link FileError}, {@link UnexpectedAnswerError} */
export async function readIssuers(file: string): Promise<readonly Certificate[]> {
  return certificatesIn(await readInputFile(file, 'the certificate of the issuer'), file);
}

/** Gets the certificates at the first address that has any; none when no address has. */
export async function issuersAt(
  session: Session,
  access: readonly AccessDescription[],
): Promise<readonly Certificate[]> {
  for (const url of addressesOf(access, ACCESS_METHODS.caIssuers).slice(0, MAX_ADDRESSES)) {
    try {
      return certificatesIn(await download(session, url, MAX_CERTIFICATE_OCTETS), url);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  return [];
}

/** Gets what is at an address that somebody named, within the time of the command. */
export async function download(session: Session, url: string, maxOctets: number): Promise<Uint8Array> {
  const { options } = session;
  const { ca } = /^https:/i.test(url) ? await readServerTrust(options) : { ca: undefined };
  return downloadPublic(url, { timeoutMs: options.timeoutMs, maxOctets, ca });
}

/** Returns where things of a kind are, as far as HTTP leads there. */
export function addressesOf(access: readonly AccessDescription[], method: Oid): readonly string[] {
  return access.flatMap(({ accessMethod, accessLocation }) => (accessMethod === method ? uriOf(accessLocation) : []));
}

/** Returns the URL that a name is, when it is one of HTTP. */
export function uriOf(name: GeneralName): readonly string[] {
  return name.type === 'uniformResourceIdentifier' && /^https?:/i.test(name.value) ? [name.value] : [];
}

/** Reads certificates in PEM or DER, or of PKCS #7. @throws {@link UnexpectedAnswerError} */
export function certificatesIn(octets: Uint8Array, where: string): readonly Certificate[] {
  try {
    const text = Buffer.from(octets).toString('latin1');
    const blocks = text.includes('-----BEGIN ') ? parsePem(text) : undefined;
    const ders = blocks?.flatMap(({ label, der }) =>
      label === 'CERTIFICATE' ? [der] : label === 'PKCS7' ? readCertsOnly(der) : [],
    );
    return (ders ?? dersIn(octets)).map((der) => Certificate.parse(der));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${where} holds no certificates that can be read: ${error.message}`, {
      cause: error,
    });
  }
}

/** One certificate in DER, or PKCS #7. */
function dersIn(octets: Uint8Array): readonly Uint8Array[] {
  return readable(() => Certificate.parse(octets)) === undefined ? readCertsOnly(octets) : [octets];
}

const MAX_ADDRESSES = 3;
const MAX_CERTIFICATE_OCTETS = 1024 * 1024;
