/** ocspNoCheck: a responder's certificate whose own status need not be asked for (RFC 6960 §4.2.2.2.1). */
import { oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { nullExtension } from './null-extension.ts';

/** `NULL`: there or not. */
export const ocspNoCheck: ExtensionType<true> = nullExtension(oid('1.3.6.1.5.5.7.48.1.5'), 'ocspNoCheck');
