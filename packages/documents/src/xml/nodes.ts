/** A document as a tree that is only read: what canonicalization and signatures need to know of it. */

/** A document with what stands before and after its one element. */
export interface XmlDocument {
  readonly children: readonly (XmlElement | XmlComment | XmlInstruction)[];
  readonly root: XmlElement;
}

/** Text is a plain string, without references and CDATA sections; neighbours are not joined. */
export type XmlNode = XmlElement | XmlComment | XmlInstruction | string;

export interface XmlElement {
  readonly kind: 'element';
  /** With its prefix, as it was written. */
  readonly name: string;
  /** Empty when there is none. */
  readonly prefix: string;
  readonly local: string;
  /** The namespace's URI; empty for none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  /** Declared here: URI by prefix, the empty prefix for the default namespace. */
  readonly declarations: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Undefined for the document's element. */
  readonly parent: XmlElement | undefined;
}

/** An attribute that declares no namespace. */
export interface XmlAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string;
  /** Normalized (XML 1.0 §3.3.3). */
  readonly value: string;
}

export interface XmlComment {
  readonly kind: 'comment';
  readonly text: string;
}

/** A processing instruction. */
export interface XmlInstruction {
  readonly kind: 'instruction';
  readonly target: string;
  /** Empty when there is none. */
  readonly data: string;
}

/** The elements among the children of one. */
export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string' && child.kind === 'element');
}

/**
 * The element and all below it, in the order of the document.
 *
 * @param enters - whether what stands below an element is wanted too; always when left out
 */
export function* elementsOf(element: XmlElement, enters?: (element: XmlElement) => boolean): Generator<XmlElement> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (enters !== undefined && !enters(next)) continue;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index]!;
      if (typeof child !== 'string' && child.kind === 'element') waiting.push(child);
    }
  }
}

/** Returns the namespace of the prefix at `element`; undefined when it is not declared there. */
export function namespaceOf(element: XmlElement, prefix: string): string | undefined {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const uri = at.declarations.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

/** The value of the attribute `local` without a namespace; undefined when there is none. */
export function attributeOf(element: XmlElement, local: string): string | undefined {
  return element.attributes.find((attribute) => attribute.namespace === '' && attribute.local === local)?.value;
}
