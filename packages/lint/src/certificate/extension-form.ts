/** Extensions as rules see them: as they stand, and what their values mean. */
import { Element } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';

/** An extension as it stands in a certificate, a CRL or a response (RFC 5280 §4.2). */
export interface WrittenExtension {
  readonly oid: string;
  readonly critical: boolean;
  /** The BOOLEAN of `critical`, where it is written. */
  readonly criticalElement: Element | undefined;
  /** Content of extnValue. */
  readonly value: Uint8Array;
}

/** The reader of one type of extension. */
export interface ExtensionForm<T> {
  readonly oid: string;
  /** The name that its RFC gives it: `basicConstraints`. */
  readonly name: string;
  /** @throws {MalformedError} */
  read(value: Element): T;
}

/** A value that could be read, or why it could not. */
export interface ReadValue {
  /** Undefined with a defect, as is the value. */
  readonly element: Element | undefined;
  readonly value: unknown;
  readonly defect: string | undefined;
}

/** @param extnValue - the OCTET STRING around the value */
export function readValue(form: ExtensionForm<unknown>, extnValue: Element): ReadValue {
  try {
    const element = Element.within(extnValue);
    return { element, value: form.read(element), defect: undefined };
  } catch (error) {
    if (error instanceof MalformedError) return { element: undefined, value: undefined, defect: error.message };
    throw error;
  }
}
