/** Strict DER (X.690): what every structure of this package is read and written with. */
export { asDer, type Der, type DerContent } from './der.ts';
export { DerError, type DerErrorCode } from './errors.ts';
export { isOid, oid, type Oid } from './oid.ts';
export { compareBytes, DerReader, readDer, type BitString, type DerElement } from './reader.ts';
export { retag } from './retag.ts';
export { contextConstructed, contextPrimitive, Tag } from './tags.ts';
export { type AroundGap, DerWriter, writeDer, writeDerAround } from './writer.ts';
