/** The ways to make a document canonical, in one table. */

export interface CanonicalizationMethod {
  /** Identifier in a signature. */
  readonly uri: string;
  readonly exclusive: boolean;
  readonly withComments: boolean;
  /** Version of Canonical XML; the versions differ in what an element takes over from ancestors. */
  readonly version: '1.0' | '1.1';
}

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const C14N11 = 'http://www.w3.org/2006/12/xml-c14n11';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The one that applies where none is named (XMLDSig §4.4.3.2). */
export const INCLUSIVE: CanonicalizationMethod = method(C14N, false, false);
export const INCLUSIVE_WITH_COMMENTS: CanonicalizationMethod = method(`${C14N}#WithComments`, false, true);
/** Its output stands on its own wherever it is put. */
export const EXCLUSIVE_WITHOUT_COMMENTS: CanonicalizationMethod = method(EXCLUSIVE, true, false);

const canonicalizationMethods: readonly CanonicalizationMethod[] = [
  INCLUSIVE,
  INCLUSIVE_WITH_COMMENTS,
  EXCLUSIVE_WITHOUT_COMMENTS,
  method(`${EXCLUSIVE}WithComments`, true, true),
  method(C14N11, false, false, '1.1'),
  method(`${C14N11}#WithComments`, false, true, '1.1'),
];

/** The method that `uri` names; undefined when there is none. */
export function findCanonicalizationMethod(uri: string): CanonicalizationMethod | undefined {
  return byUri.get(uri);
}

function method(
  uri: string,
  exclusive: boolean,
  withComments: boolean,
  version: CanonicalizationMethod['version'] = '1.0',
): CanonicalizationMethod {
  return { uri, exclusive, withComments, version };
}

const byUri = new Map(canonicalizationMethods.map((one) => [one.uri, one]));
