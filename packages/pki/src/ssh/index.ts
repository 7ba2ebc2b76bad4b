/** SSH: keys, signatures, certificates and key revocation lists in the forms of OpenSSH. */
export { SshCertificate } from './certificate.ts';
export { type SshCertificateType } from './certificate-type.ts';
export { SshError, type SshErrorCode } from './errors.ts';
export { type SshKeyType, sshKeyTypes } from './key-types.ts';
export { type KrlCertificates } from './krl-certificates.ts';
export { Krl } from './krl.ts';
export {
  forceCommand,
  sourceAddress,
  SSH_CRITICAL_OPTIONS,
  SSH_EXTENSIONS,
  sshFlag,
  type SshOption,
  sshOptionText,
  sshValueOption,
  verifyRequired,
} from './option.ts';
export { SshPublicKey } from './public-key.ts';
export { encodeSshSignature, sshSignatureAlgorithm, sshSignatureAlgorithms, verifySshSignature } from './signature.ts';
export { type SshBlob, type SshBlobContent } from './ssh-blob.ts';
export {
  assembleSshCertificate,
  encodeTbsSshCertificate,
  SSH_FOREVER,
  type TbsSshCertificate,
} from './tbs-certificate.ts';
export { encodeKrl, type KrlContents, type RevokedSshCertificates } from './tbs-krl.ts';
