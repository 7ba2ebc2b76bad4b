/** The signer of CAdES, PAdES and XAdES signatures. */
export { adesSignerKind } from './ades-signer.ts';
