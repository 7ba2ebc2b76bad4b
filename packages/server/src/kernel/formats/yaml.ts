/**
 * YAML. Imported dynamically, since few starts need it; the package itself cannot be, because it is CommonJS: in a bundle such an import
 * has a default export and no names.
 */
export { isAlias, isMap, isScalar, Lexer, parse, parseDocument, stringify, visit } from 'yaml';
