/** Signers of CMS messages and of plain signatures. */
export type { CmsSettings } from './cms-settings.ts';
export { CmsSigner, cmsSignerKind, extendedCmsSignerKind } from './cms-signer.ts';
export { plainSignerKind } from './plain-signer.ts';
