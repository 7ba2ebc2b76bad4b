/** The validators of a validation service and the issuers that each is for: the properties VALn.* and VALn.ISSUERm.*. */
import type { Certificate, Crl, TrustAnchor } from '@sealwright/pki';
import {
  anchorsOf,
  givenCertificates,
  givenCrls,
  warnOfUnusable,
  type WorkerProperties,
} from '../worker-contract/index.ts';
import type { RevocationMethod } from '../revocation/index.ts';

/** A CA whose certificates are validated. */
export interface ValidatedIssuer {
  /** Certificates of the CA and of those above it. */
  readonly chain: readonly Certificate[];
  /** The roots of the chain. */
  readonly anchors: readonly TrustAnchor[];
  readonly crls: readonly Crl[];
  /** URLs of its CRLs and those of the CAs above, in addition to those in certificates. */
  readonly crlUrls: readonly string[];
  /** Certificates of responders that may answer over OCSP for the CA, whether it delegates that to them or not. */
  readonly trustedResponders: readonly Certificate[];
  /** Ways to ask for its revocation and that of the CAs above, in this order; none when empty. */
  readonly methods: readonly RevocationMethod[];
}

/** Reads them. At least one validator with one issuer has to be there. */
export function readValidatedIssuers(properties: WorkerProperties): readonly ValidatedIssuer[] {
  const prefixes = new Set<string>();
  for (const name of properties.names()) {
    const [, prefix, id] = VALIDATOR.exec(name) ?? [];
    if (prefix === undefined) continue;
    if (isId(id!)) prefixes.add(prefix);
    else properties.report(name, 'has to be of a validator from VAL1 to VAL255');
  }
  if (prefixes.size === 0) properties.report('VAL1.CLASSPATH', 'is missing');
  return [...prefixes].flatMap((prefix) => readValidator(properties, prefix));
}

function readValidator(properties: WorkerProperties, validator: string): readonly ValidatedIssuer[] {
  const methods = readMethods(properties, `${validator}.CLASSPATH`);
  const prefixes = new Set<string>();
  for (const name of properties.names()) {
    const [, prefix, id] = name.startsWith(`${validator}.`) ? (ISSUER.exec(name) ?? []) : [];
    if (prefix === undefined) continue;
    if (isId(id!)) prefixes.add(prefix);
    else properties.report(name, 'has to be of an issuer from ISSUER1 to ISSUER255');
  }
  if (prefixes.size === 0) properties.report(`${validator}.ISSUER1.CERTCHAIN`, 'is missing');
  return [...prefixes].map((prefix) => readIssuer(properties, prefix, methods));
}

function readMethods(properties: WorkerProperties, name: string): readonly RevocationMethod[] {
  const className = properties.requiredText(name);
  const methods = VALIDATORS.get(className.replace(PACKAGE, ''));
  if (className !== '' && methods === undefined)
    properties.report(name, `is '${className}' and has to be one of ${[...VALIDATORS.keys()].join(', ')}`);
  return methods ?? [];
}

function readIssuer(
  properties: WorkerProperties,
  prefix: string,
  methods: readonly RevocationMethod[],
): ValidatedIssuer {
  const name = `${prefix}.CERTCHAIN`;
  properties.requiredText(name);
  const chain = givenCertificates(properties, name);
  const roots = chain.filter(({ isSelfIssued }) => isSelfIssued);
  const anchors = anchorsOf(roots, properties, name);
  warnOfUnusable(
    chain.filter(({ isSelfIssued }) => !isSelfIssued),
    properties,
    name,
  );
  if (chain.length > 0 && roots.length === 0) properties.report(name, 'has no root at its end');
  const crlUrls = readUrls(properties, `${prefix}.CRLPATHS`);
  const trustedResponders = RESPONDER_NUMBERS.flatMap((number) =>
    givenCertificates(properties, `${prefix}.AUTHORIZEDOCSPRESPONDERCERT${number}`),
  );
  return { chain, anchors, crls: givenCrls(properties, `${prefix}.CRLS`), crlUrls, trustedResponders, methods };
}

/** Reads HTTP URLs with `,` or `;` between them. A comma may stand in a URL, too. */
function readUrls(properties: WorkerProperties, name: string): readonly string[] {
  const texts = (properties.text(name) ?? '').split(BETWEEN_URLS).map((text) => text.trim());
  const urls = texts.filter((text) => text !== '');
  const bad = urls.find((url) => !HTTP_URL.test(url) || !URL.canParse(url));
  const unfinished = urls.find((url) => url.endsWith(','));
  if (bad !== undefined) properties.report(name, `has '${bad}', which is not an HTTP URL`);
  else if (unfinished !== undefined)
    properties.report(name, `has '${unfinished}', and after the comma there has to be another HTTP URL`);
  return urls;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 255;
}

/** A comma before another scheme is between URLs, too: that one is refused by itself. */
const BETWEEN_URLS = /;|,(?=\s*(?:https?:|[a-z][a-z\d+.-]*:\/))/i;
const HTTP_URL = /^https?:\S+$/i;
const VALIDATOR = /^(VAL(?:IDATOR)?(\d{1,9}))\./;
const ISSUER = /^(VAL(?:IDATOR)?\d{1,9}\.ISSUER(\d{1,9}))\./;
const PACKAGE = /^org\.signserver\.validationservice\.server\./;
/** Sources that each class asks, in addition to the records of CAs here. */
const VALIDATORS: ReadonlyMap<string, readonly RevocationMethod[]> = new Map([
  ['CRLValidator', ['crl']],
  ['OCSPValidator', ['ocsp']],
  ['OCSPCRLValidator', ['ocsp', 'crl']],
  ['NoRevocationCheckingValidator', []],
]);
/** Numbers of the responders that SignServer reads. */
const RESPONDER_NUMBERS = [1, 2, 3, 4, 5];
