/** The parts of a request: what a client may write, and how it is read by the schemas of the routes. */
export { accepts } from './accept.ts';
export { checkHost, hasGoodHost } from './host-header.ts';
export { type Leniency, readBodyLeniently, readQueryLeniently } from './lenient-reading.ts';
export { parseQueryString, requireKnownParameters } from './query-string.ts';
export { checkBody, checkParameters, type TextRules } from './text-check.ts';
export { compileValidator } from './validation.ts';
