/** Whom a certificate is for. */
export type SshCertificateType = keyof typeof SSH_CERTIFICATE_TYPES;

export const SSH_CERTIFICATE_TYPES = { user: 1, host: 2 } as const;
