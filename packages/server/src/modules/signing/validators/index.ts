/** Validators of certificates and of signed XML documents. */
export { ValidationService, validationServiceKind } from './validation-service.ts';
export { XadesValidator, xadesValidatorKind } from './xades-validator.ts';
export { XmlValidator, xmlValidatorKind } from './xml-validator.ts';
