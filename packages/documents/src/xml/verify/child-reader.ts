/** Reads the children of an element of a signature in the order of its schema, so that nothing stands there twice or unseen. */
import { XmlError } from '../errors.ts';
import { childElements, type XmlElement } from '../nodes.ts';

export class ChildReader {
  readonly #parent: XmlElement;
  readonly #children: readonly XmlElement[];
  #position = 0;

  /** @throws {XmlError} `xml.bad_signature` for text between the children */
  constructor(parent: XmlElement) {
    this.#parent = parent;
    this.#children = childElements(parent);
    if (parent.children.some((child) => typeof child === 'string' && !WHITE_SPACE.test(child)))
      throw malformed(`text stands between the children of ${parent.local}`);
  }

  /** The next child, which has this name. @throws {XmlError} `xml.bad_signature` */
  take(namespace: string, local: string): XmlElement {
    const found = this.takeIf(namespace, local);
    if (found === undefined) throw malformed(`${this.#parent.local} has no ${local} where one has to be`);
    return found;
  }

  /** The next child if it has this name. */
  takeIf(namespace: string, local: string): XmlElement | undefined {
    const next = this.#children[this.#position];
    if (next === undefined || next.namespace !== namespace || next.local !== local) return undefined;
    this.#position += 1;
    return next;
  }

  /** All that follow and have this name. @throws {XmlError} `xml.bad_signature` for more than `max` */
  takeAll(namespace: string, local: string, max: number): readonly XmlElement[] {
    const found: XmlElement[] = [];
    for (let next = this.takeIf(namespace, local); next !== undefined; next = this.takeIf(namespace, local)) {
      if (found.length === max) throw malformed(`${this.#parent.local} has more than ${max} ${local}`);
      found.push(next);
    }
    return found;
  }

  /** @throws {XmlError} `xml.bad_signature` when there are more */
  finish(): void {
    const next = this.#children[this.#position];
    if (next !== undefined)
      throw malformed(`${this.#parent.local} has a ${short(next.name)} that does not belong there`);
  }
}

/** The text of an element that holds nothing else, comments neither. @throws {XmlError} `xml.bad_signature` */
export function textOf(element: XmlElement): string {
  const pieces = element.children.map((child) => {
    if (typeof child !== 'string') throw malformed(`${element.local} holds more than text`);
    return child;
  });
  return pieces.join('').trim();
}

/** The octets that an element holds in base64. @throws {XmlError} `xml.bad_signature` */
export function octetsOf(element: XmlElement): Uint8Array {
  const text = textOf(element);
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' });
  } catch (error) {
    throw new XmlError('xml.bad_signature', `${element.local} is not base64`, { cause: error });
  }
}

/** The attribute `local`. @throws {XmlError} `xml.bad_signature` when there is none */
export function requireAttribute(element: XmlElement, local: string): string {
  const found = element.attributes.find((attribute) => attribute.namespace === '' && attribute.local === local);
  if (found === undefined) throw malformed(`${element.local} has no ${local}`);
  return found.value;
}

/** A fault of structure. */
export function malformed(message: string): XmlError {
  return new XmlError('xml.bad_signature', message);
}

/** The beginning of what came from outside, for a message. */
export function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}...`;
}

const WHITE_SPACE = /^[ \t\r\n]*$/;
