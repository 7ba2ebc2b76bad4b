/** Signers of CMS messages and of plain signatures. */
export type { CmsSettings } from './cms-settings.ts';
export { CmsSigner, cmsSignerKind, extendedCmsSignerKind } from './cms-signer.ts';
export { PlainSigner, plainSignerKind } from './plain-signer.ts';
