/** General names: DER, and the text of the REST interface. */
export { GeneralNameError, type GeneralNameErrorCode } from './errors.ts';
export {
  readGeneralName,
  readGeneralNames,
  writeGeneralName,
  writeGeneralNames,
  type GeneralName,
} from './general-name.ts';
export { formatGeneralNames, parseGeneralNames } from './general-name-text.ts';
export { formatIpAddress, parseIpAddress, parseIpNetwork } from './ip-address.ts';
export { requireIssuableGeneralNames } from './issuable-general-name.ts';
export { uriOfIri } from './uri-of-iri.ts';
export {
  OTHER_NAME_FORMS,
  otherName,
  OtherNameType,
  otherNameTexts,
  readOtherNameText,
  type OtherNameForm,
} from './other-name.ts';
