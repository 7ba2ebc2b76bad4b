/** The types of SSH keys, in one table, each with the type of its certificates (OpenSSH PROTOCOL.certkeys, PROTOCOL.u2f). */
import { type KeyAlgorithmName } from '../algorithm/index.ts';
import { excerpt } from '../excerpt.ts';
import type { PublicKey } from '../public-key/index.ts';
import { SshError } from './errors.ts';

export interface SshKeyType {
  /** `ssh-ed25519`, `ecdsa-sha2-nistp256`, ... */
  readonly name: string;
  /** `ssh-ed25519-cert-v01@openssh.com`, ... */
  readonly certificateName: string;
  readonly algorithm: KeyAlgorithmName;
  /** Curve of an ECDSA key: its name in the table, and in SSH (RFC 5656 §10.1). */
  readonly curve?: { readonly name: string; readonly identifier: string };
  /** Held by a FIDO token: its signatures have another form, so it is certified and never a CA's key here. */
  readonly securityKey: boolean;
}

/** DSA is missing: OpenSSH has removed it, and FIPS 186-5 has withdrawn it. */
export const sshKeyTypes: readonly SshKeyType[] = [
  keyType('ssh-rsa', 'RSA'),
  keyType('ecdsa-sha2-nistp256', 'ECDSA', { name: 'P-256', identifier: 'nistp256' }),
  keyType('ecdsa-sha2-nistp384', 'ECDSA', { name: 'P-384', identifier: 'nistp384' }),
  keyType('ecdsa-sha2-nistp521', 'ECDSA', { name: 'P-521', identifier: 'nistp521' }),
  keyType('ssh-ed25519', 'Ed25519'),
  securityKeyType('sk-ecdsa-sha2-nistp256', 'ECDSA', { name: 'P-256', identifier: 'nistp256' }),
  securityKeyType('sk-ssh-ed25519', 'Ed25519'),
];

/**
 * The type called `name`.
 *
 * @throws {SshError} `ssh.unknown_key_type`
 */
export function sshKeyTypeByName(name: string): SshKeyType {
  const found = byName.get(name);
  if (found !== undefined) return found;
  const isCertificate = byCertificateName.has(name);
  throw new SshError(
    'ssh.unknown_key_type',
    isCertificate ? `'${name}' is a certificate; a plain key is required` : `no key type is called '${excerpt(name)}'`,
  );
}

/**
 * The type whose certificates are called `name`.
 *
 * @throws {SshError} `ssh.unknown_key_type`
 */
export function sshKeyTypeOfCertificate(name: string): SshKeyType {
  const found = byCertificateName.get(name);
  if (found !== undefined) return found;
  throw new SshError('ssh.unknown_key_type', `no certificate type is called '${excerpt(name)}'`);
}

/**
 * The type that `publicKey` has in SSH.
 *
 * @throws {SshError} `ssh.unsupported_key`
 */
export function sshKeyTypeOf({ algorithm, curve, specification }: PublicKey): SshKeyType {
  const found = sshKeyTypes.find(
    (each) => !each.securityKey && each.algorithm === algorithm.name && each.curve?.name === curve?.name,
  );
  if (found !== undefined) return found;
  const offered = 'RSA, ECDSA on P-256, P-384 and P-521, and Ed25519';
  throw new SshError(
    'ssh.unsupported_key',
    `SSH has no keys of ${algorithm.name} (${specification}); there are ${offered}`,
  );
}

function keyType(name: string, algorithm: KeyAlgorithmName, curve?: SshKeyType['curve']): SshKeyType {
  const certificateName = `${name}-cert-v01@openssh.com`;
  return { name, certificateName, algorithm, ...(curve && { curve }), securityKey: false };
}

function securityKeyType(name: string, algorithm: KeyAlgorithmName, curve?: SshKeyType['curve']): SshKeyType {
  return { ...keyType(name, algorithm, curve), name: `${name}@openssh.com`, securityKey: true };
}

const byName = new Map(sshKeyTypes.map((each) => [each.name, each]));
const byCertificateName = new Map(sshKeyTypes.map((each) => [each.certificateName, each]));
