/** deltaCRLIndicator: marks a delta CRL and names its base (RFC 5280 §5.2.4). */
import { oid } from '../der/index.ts';
import { crlNumberExtension } from './crl-number.ts';
import type { ExtensionType } from './extension.ts';

/** `BaseCRLNumber ::= CRLNumber`: the number of the complete CRL that this one adds to. Bounds as {@link crlNumberExtension} says. */
export const deltaCrlIndicator: ExtensionType<bigint> = crlNumberExtension(oid('2.5.29.27'), 'deltaCRLIndicator');
