/** The fixtures of OpenSSH, and certificates described in the words of `ssh-keygen -L`. */
import { readdirSync, readFileSync } from 'node:fs';

import { type SshCertificate, type SshOption, SSH_FOREVER, sshOptionText, SshPublicKey } from '../src/ssh/index.ts';

const directory = new URL('../src/ssh/fixtures/', import.meta.url);

/** Every fixture whose name ends so, without that end. A kind without one is a mistake. */
export function sshFixtures(end: '-cert.pub' | '.krl'): readonly string[] {
  const found = readdirSync(directory).filter((file) => file.endsWith(end));
  if (found.length === 0) throw new RangeError(`no fixture ends in ${end}`);
  return found.map((file) => file.slice(0, -end.length)).toSorted();
}

export function readSshFixture(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, directory)));
}

export function readSshText(file: string): string {
  return readFileSync(new URL(file, directory), 'utf8');
}

export function readSshKey(name: string): SshPublicKey {
  return SshPublicKey.parseLine(readSshText(`${name}.pub`)).key;
}

/** Returns the text that `ssh-keygen -L` prints below the name of the file, in UTC. */
export function describeSshCertificate(certificate: SshCertificate): string {
  const { key, signatureKey, principals } = certificate;
  const signature = new TextDecoder().decode(certificate.signature.subarray(4, 4 + certificate.signature[3]!));
  return [
    `Type: ${key.type.certificateName} ${certificate.type} certificate`,
    `Public key: ${shortType(key)}-CERT ${key.fingerprint}`,
    `Signing CA: ${shortType(signatureKey)} ${signatureKey.fingerprint} (using ${signature})`,
    `Key ID: "${certificate.keyId}"`,
    `Serial: ${certificate.serialNumber}`,
    `Valid: ${validity(certificate)}`,
    ...list('Principals', principals),
    ...list('Critical Options', certificate.criticalOptions.map(option)),
    ...list('Extensions', certificate.extensions.map(option)),
  ]
    .map((line) => `        ${line}\n`)
    .join('');
}

function shortType({ type }: SshPublicKey): string {
  return `${type.algorithm.toUpperCase()}${type.securityKey ? '-SK' : ''}`;
}

function validity({ validAfter, validBefore }: SshCertificate): string {
  if (validAfter === 0n && validBefore === SSH_FOREVER) return 'forever';
  return `from ${time(validAfter)} to ${time(validBefore)}`;
}

function time(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [`${title}: (none)`] : [`${title}: `, ...items.map((item) => `        ${item}`)];
}

function option(each: SshOption): string {
  if (each.name.endsWith('@example.com')) {
    return each.data.length === 0
      ? `${each.name} UNKNOWN FLAG OPTION`
      : `${each.name} UNKNOWN OPTION: ${each.data.toHex()} (len ${each.data.length})`;
  }
  return each.data.length === 0 ? each.name : `${each.name} ${sshOptionText(each)}`;
}
