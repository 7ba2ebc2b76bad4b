/** Commitments that a signer may state (EN 319 132-1 §5.2.3). */
export const XADES_COMMITMENT_TYPES = {
  PROOF_OF_ORIGIN: 'http://uri.etsi.org/01903/v1.2.2#ProofOfOrigin',
  PROOF_OF_RECEIPT: 'http://uri.etsi.org/01903/v1.2.2#ProofOfReceipt',
  PROOF_OF_DELIVERY: 'http://uri.etsi.org/01903/v1.2.2#ProofOfDelivery',
  PROOF_OF_SENDER: 'http://uri.etsi.org/01903/v1.2.2#ProofOfSender',
  PROOF_OF_APPROVAL: 'http://uri.etsi.org/01903/v1.2.2#ProofOfApproval',
  PROOF_OF_CREATION: 'http://uri.etsi.org/01903/v1.2.2#ProofOfCreation',
} as const;

/** As workers are configured. */
export type XadesCommitmentType = keyof typeof XADES_COMMITMENT_TYPES;
