/** The files that a TLS connection is made with. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import path from 'node:path';
import tls from 'node:tls';
import { parsePem, PkiError } from '@sealwright/pki';
import { FileError, UsageError } from './errors.ts';
import type { GlobalOptions } from './global-options.ts';
import { readIfPresent, readInputFile } from './files/input-file.ts';
import type { ServerTrust } from './rest/connection-errors.ts';

/** A client certificate with its key, both PEM. */
export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads the client certificate: the files of the options, else those of the home directory.
 *
 * @returns undefined when none is named and the home directory has none
 * @throws {@link FileError} when a file cannot be read, or certificate and key do not belong together
 */
export async function readClientIdentity(options: GlobalOptions): Promise<ClientIdentity | undefined> {
  const certFile = options.cert ?? path.join(options.adminDirectory, 'superadmin.crt.pem');
  const keyFile = options.key ?? path.join(options.adminDirectory, 'superadmin.key.pem');
  const read = options.cert === undefined ? readIfPresent : readInputFile;
  const cert = await read(certFile, 'the client certificate');
  const key = await read(keyFile, 'the private key of the client certificate');
  if (cert === undefined || key === undefined) return undefined;
  const identity = { cert: text(cert), key: text(key) };
  requirePair(identity, certFile, keyFile);
  return identity;
}

/** Says what to do when no client certificate was found, and one is needed. */
export function noClientIdentity(options: GlobalOptions): UsageError {
  return new UsageError(
    `no client certificate: ${options.adminDirectory} has none; give --cert and --key, or --home of the server's directory`,
  );
}

/**
 * Reads the CAs that the server's certificate may come from.
 *
 * @throws {@link FileError}
 */
export async function readServerTrust(
  options: GlobalOptions,
): Promise<{ readonly ca: readonly string[] | undefined; readonly trust: ServerTrust }> {
  const { cacert } = options;
  if (cacert !== SYSTEM) {
    const file = cacert ?? path.join(options.adminDirectory, 'ca-chain.pem');
    const read = cacert === undefined ? readIfPresent : readInputFile;
    const content = await read(file, "the CAs of the server's certificate");
    if (content !== undefined) return { ca: [requireCertificates(text(content), file)], trust: { file } };
  }
  const system = tls.getCACertificates('system');
  // Without a store of the system Node trusts the CAs that it brings along.
  return { ca: system.length === 0 ? undefined : [...system, ...tls.getCACertificates('extra')], trust: 'system' };
}

function requirePair({ cert, key }: ClientIdentity, certFile: string, keyFile: string): void {
  const certificate = attempt(() => new X509Certificate(cert));
  if (certificate === undefined) throw new FileError('cli.file_unusable', `${certFile} holds no certificate in PEM`);
  if (/^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key)) {
    throw new FileError('cli.file_unusable', `${keyFile} is encrypted; a key without a password is needed`);
  }
  const privateKey = attempt(() => createPrivateKey(key));
  if (privateKey === undefined) throw new FileError('cli.file_unusable', `${keyFile} holds no private key in PEM`);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new FileError('cli.file_unusable', `${keyFile} is not the private key of the certificate in ${certFile}`);
  }
}

/** OpenSSL passes over a file without certificates, and then trusts nobody. */
function requireCertificates(pem: string, file: string): string {
  try {
    if (parsePem(pem).some(({ label }) => label === 'CERTIFICATE')) return pem;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
  }
  throw new FileError('cli.file_unusable', `${file} holds no certificate in PEM`);
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function text(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1');
}

const SYSTEM = 'system';
