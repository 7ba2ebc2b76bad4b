/** Validators of certificates and of signed XML documents. */
export { validationServiceKind } from './validation-service.ts';
export { xadesValidatorKind } from './xades-validator.ts';
export { xmlValidatorKind } from './xml-validator.ts';
