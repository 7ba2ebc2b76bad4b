/**
 * Messages of the domain name system. Imported dynamically, as `kernel/formats/yaml.ts` is: the package itself cannot be, because it is CommonJS.
 */
export { AUTHENTIC_DATA, decode, encode, RECURSION_DESIRED } from 'dns-packet';
