import { ocspRule } from '../ocsp-rule.ts';

export const responseType = ocspRule({
  name: 'ocsp/response-type',
  clause: 'RFC 6960 §4.2.1',
  check: ({ responseType, isBasic }) =>
    responseType === undefined || isBasic
      ? undefined
      : `the response is of the type ${responseType}; responders have to give the basic one`,
});
