/** SSH certificates as text for people. */
import { readable } from '../errors.ts';
import { SSH_FOREVER, type SshOption, sshOptionText, type TbsSshCertificate } from '../ssh/index.ts';
import type { CertificateField } from './certificate-text.ts';
import { hexText, momentText, printable } from './lines.ts';

/** Lists the fields of an SSH certificate under the names of OpenSSH's PROTOCOL.certkeys, without nonce and signature. */
export function sshCertificateFields(certificate: Omit<TbsSshCertificate, 'nonce'>): readonly CertificateField[] {
  const { key, serialNumber, type, keyId, principals, validAfter, validBefore, signatureKey } = certificate;
  return [
    { name: 'public key', lines: [`${key.type.name} ${key.fingerprint}`] },
    { name: 'serial', lines: [String(serialNumber)] },
    { name: 'type', lines: [type] },
    { name: 'key id', lines: [printable(keyId)] },
    { name: 'valid principals', lines: principals.length === 0 ? ['(any)'] : principals.map(printable) },
    { name: 'valid after', lines: [momentText(Number(validAfter))] },
    { name: 'valid before', lines: [validBefore === SSH_FOREVER ? 'for ever' : momentText(Number(validBefore))] },
    ...certificate.criticalOptions.map((option) => optionField('critical options', option)),
    ...certificate.extensions.map((option) => optionField('extensions', option)),
    { name: 'signature key', lines: [`${signatureKey.type.name} ${signatureKey.fingerprint}`] },
  ];
}

function optionField(where: string, option: SshOption): CertificateField {
  const { name, data } = option;
  const line = data.length === 0 ? 'present' : (readable(() => sshOptionText(option)) ?? hexText(data));
  return { name: `${where}.${printable(name)}`, lines: [printable(line)] };
}
