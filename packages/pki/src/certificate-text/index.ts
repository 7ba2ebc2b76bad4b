/** Certificates as text for people. */
export {
  type CertificateField,
  certificateFields,
  extensionField,
  formatCertificateText,
  formatFields,
  toBeSignedFields,
} from './certificate-text.ts';
export { sshCertificateFields } from './ssh-certificate-text.ts';
