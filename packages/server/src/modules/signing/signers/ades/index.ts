/** The signer of CAdES, PAdES and XAdES signatures. */
export { adesSigner, adesSignerKind } from './ades-signer.ts';
